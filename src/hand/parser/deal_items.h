/* deal_items.h - what the line and the record of a deal share. */
#ifndef KZI_DEAL_ITEMS_H
#define KZI_DEAL_ITEMS_H

#include "hand/parser/items.h"

/* Begin to read one of the hands of parser->deal. */
void kzi_deal_begin_hand(struct kzi_parser *parser, struct kzi_hand *hand);
/* Once all is read, copy what belongs to the deal to its hands, and check that all goes together.
 */
void kzi_deal_finish(struct kzi_parser *parser);

/* Begin a kong, the next to be read. */
void kzi_begin_kong(struct kzi_parser *parser, struct kzi_made_kong *kong, struct kzi_spot spot);
/* Read a part of it: who made it, its kind, who discarded its tile, or its tile. */
kzi_value_reader kzi_take_kong_part;
/* Add it to the deal once its parts are read. */
void kzi_add_kong(struct kzi_parser *parser);

#endif
