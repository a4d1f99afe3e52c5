// Renders the chart as Helm does, with Helm's own parts from Debian's packages: Go's text/template and the sprig functions.
// go run render.go authly/templates <input.json, where the input is what templates see as `.`. Prints each file's text as JSON.
package main

import (
	"encoding/json"
	"errors"
	"log"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	sprig "github.com/Masterminds/sprig"
	"github.com/ghodss/yaml"
)

func main() {
	log.SetFlags(0)
	var data map[string]interface{}
	check(json.NewDecoder(os.Stdin).Decode(&data))
	data["Files"] = chartFiles(filepath.Dir(os.Args[1]))

	// Stricter than an installation, as `helm lint` is: a value that does not exist is an error.
	all := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	all.Funcs(functions)

	files, err := filepath.Glob(filepath.Join(os.Args[1], "*"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = all.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	rendered := map[string]string{}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text strings.Builder
		check(all.ExecuteTemplate(&text, name, data))
		rendered[name] = text.String()
	}
	check(json.NewEncoder(os.Stdout).Encode(rendered))
}

type chartFiles string

// Get returns the text of a file of the chart.
func (folder chartFiles) Get(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(string(folder), name))
	return string(text), err
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
