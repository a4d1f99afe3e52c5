module example.com/bio-api

go 1.19
