/* deal_items.h - the common part of lines and records of deals. */
#ifndef KZI_DEAL_ITEMS_H
#define KZI_DEAL_ITEMS_H

#include "hand/parser/items.h"

/* Begin to read one of the hands of parser->deal. */
void kzi_deal_begin_hand(struct kzi_parser *parser, struct kzi_hand *hand);
/* After everything is read, copy the parts of the deal to its hands, and check the whole. */
void kzi_deal_finish(struct kzi_parser *parser);

/* Begin to read a kong. */
void kzi_begin_kong(struct kzi_parser *parser, struct kzi_made_kong *kong, struct kzi_spot spot);
/* Read a part of the kong: who made it, its kind, who discarded its tile, or its tile. */
kzi_value_reader kzi_take_kong_part;
/* Add the kong to the deal after its parts are read. */
void kzi_add_kong(struct kzi_parser *parser);

#endif
