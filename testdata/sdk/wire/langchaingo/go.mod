module github.com/tmc/langchaingo // v0.1.14

go 1.24
