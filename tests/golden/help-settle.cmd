kazoe help settle
