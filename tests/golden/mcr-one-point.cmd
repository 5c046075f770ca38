KAZOE_PATH=rules kazoe score -r mcr '123m456p[789p]11z67s +8s from=W'
KAZOE_PATH=rules kazoe score -r mcr '[123m][567m][222p]99p79s +8s from=W'
