package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// picture compares a picture of the README with one of what the script has just printed,
// or of the HTML index in a folder. With -update it writes the picture.
func picture(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 || len(args) == 3 && args[1] != "-html" {
		ts.Fatalf("usage: picture name -html folder, or picture name command")
	}
	var svg string
	if len(args) == 3 {
		svg = pageSVG(ts.ReadFile(filepath.Join(args[2], "index.html")), ts.ReadFile(filepath.Join(args[2], "style.css")))
	} else {
		svg = terminalSVG("$ " + args[1] + "\n" + ts.ReadFile("stdout") + ts.ReadFile("stderr"))
	}
	for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else {
			ts.Check(err)
		}
	}
	file := filepath.Join(ts.Getenv("ROOT"), "docs", "images", args[0]+".svg")
	if *update {
		ts.Check(os.WriteFile(file, []byte(svg), 0o666))
	}
	if old, err := os.ReadFile(file); err != nil || string(old) != svg {
		ts.Fatalf("%s is stale; run go test ./cmd/schemavet -run TestScripts/example -update", file)
	}
}

// The terminal of a picture has this many columns, of this many pixels.
const (
	pictureColumns = 112
	columnWidth    = 7.8 // of 13 pixels
	lineHeight     = 19
)

// pictureStyle has the colors of a terminal by the codes that schemavet prints.
const pictureStyle = `rect { fill: #18191b; }
text { fill: #edeef0; font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; }
.c1 { font-weight: bold; }
.c2 { fill: #9ba1a6; }
.c31 { fill: #ff9592; }
.c33 { fill: #ffca16; }
.c36 { fill: #4ccce6; }
`

var colorCode = regexp.MustCompile("\x1b\\[(\\d+)m")

// terminalSVG returns a picture of a terminal that shows a text with colors.
func terminalSVG(text string) string {
	var lines bytes.Buffer
	y := lineHeight
	for line := range strings.Lines(text) {
		for _, row := range wrapRow(strings.TrimSuffix(line, "\n")) {
			plain := colorCode.ReplaceAllString(row, "")
			row = colorCode.ReplaceAllStringFunc(html.EscapeString(row), func(code string) string {
				if code == "\x1b[0m" {
					return "</tspan>"
				}
				return `<tspan class="c` + colorCode.FindStringSubmatch(code)[1] + `">`
			})
			y += lineHeight
			if plain != "" {
				fmt.Fprintf(&lines, `<text x="16" y="%d" textLength="%.1f">%s</text>`+"\n", y, float64(len(plain))*columnWidth, row)
			}
		}
	}
	width, height := 32+pictureColumns*78/10, y+lineHeight
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[2]d" width="%[1]d" height="%[2]d">
<style>
%[3]s</style>
<rect width="%[1]d" height="%[2]d" rx="8"/>
%[4]s</svg>
`, width, height, pictureStyle, lines.String())
}

// wrapRow breaks a line at its last space that fits, outside of colors. Tabs become spaces.
func wrapRow(line string) []string {
	line = strings.ReplaceAll(line, "\t", "    ")
	n, end, inside := 0, -1, false
	for i := 0; i < len(line); i++ {
		if code := colorCode.FindString(line[i:]); code != "" && line[i] == '\x1b' {
			inside = code != "\x1b[0m"
			i += len(code) - 1
			continue
		}
		if line[i] == ' ' && !inside && n > 0 {
			end = i
		}
		if n++; n > pictureColumns && end > 0 {
			return append([]string{line[:end]}, wrapRow("    "+line[end+1:])...)
		}
	}
	return []string{line}
}

// pageSVG returns a picture of the top of an HTML page, which the browser draws. XML has
// no attributes without values. The filter box is hidden only where scripts are off.
func pageSVG(page, style string) string {
	_, page, _ = strings.Cut(page, "<body>")
	page, _, _ = strings.Cut(page, "</body>")
	page = regexp.MustCompile(`<input ([^>]*) hidden>`).ReplaceAllString(page, "<input $1/>")
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 830" width="960" height="830">
<style><![CDATA[
` + style + `body { height: 828px; overflow: hidden; border: 1px solid var(--line); border-radius: 8px; }
]]></style>
<foreignObject width="960" height="830">
<body xmlns="http://www.w3.org/1999/xhtml">` + page + `</body>
</foreignObject>
</svg>
`
}
