module charm.land/fantasy // v0.41.2

go 1.26
