package output

// What of SARIF 2.1.0 a log uses, in its words.
type (
	sarifFile struct {
		Version string     `json:"version"`
		Schema  string     `json:"$schema"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		Invocations        []sarifInvocation               `json:"invocations,omitempty"`
		Results            []sarifResult                   `json:"results"`
		ColumnKind         string                          `json:"columnKind"`
		OriginalURIBaseIDs map[string]map[string]sarifText `json:"originalUriBaseIds"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifDriver struct {
		InformationURI string      `json:"informationUri"`
		Name           string      `json:"name"`
		Rules          []sarifRule `json:"rules,omitempty"`
		Version        string      `json:"version"`
	}
	sarifRule struct {
		ID                   string            `json:"id"`
		Name                 string            `json:"name,omitempty"`
		ShortDescription     sarifText         `json:"shortDescription"`
		FullDescription      *sarifText        `json:"fullDescription,omitempty"`
		DefaultConfiguration map[string]string `json:"defaultConfiguration,omitempty"`
		HelpURI              string            `json:"helpUri,omitempty"`
		Help                 *sarifText        `json:"help,omitempty"`
		Properties           map[string]any    `json:"properties,omitempty"`
	}
	sarifResult struct {
		Properties          map[string]string `json:"properties,omitempty"`
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             sarifText         `json:"message"`
		Locations           []sarifLocation   `json:"locations"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		Fixes               []sarifFix        `json:"fixes,omitempty"`
	}
	sarifLocation struct {
		PhysicalLocation struct {
			ArtifactLocation sarifArtifact `json:"artifactLocation"`
			Region           sarifRegion   `json:"region"`
		} `json:"physicalLocation"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifFix struct {
		Description     sarifText     `json:"description"`
		ArtifactChanges []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		ArtifactLocation sarifArtifact      `json:"artifactLocation"`
		Replacements     []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		DeletedRegion   sarifRegion `json:"deletedRegion"`
		InsertedContent sarifText   `json:"insertedContent"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
)
