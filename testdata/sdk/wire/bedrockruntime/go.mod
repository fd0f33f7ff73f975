module github.com/aws/aws-sdk-go-v2/service/bedrockruntime // v1.63.2

go 1.24
