// Runs the handler of fibery-quickbooks-app that verifies webhooks, without its libraries: its source, and the source of
// the functions which it calls, are copied as they are into a program of their own.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const program = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"
)

type quietLog struct{}

func (quietLog) Error(string, ...any) {}

var slog quietLog

type Integration struct {
	config struct{ QuickBooks struct{ WebhookToken string } }
}

func main() {
	var call struct {
		Headers map[string]string
		Body    string
		Token   string
	}
	json.NewDecoder(os.Stdin).Decode(&call)
	request := httptest.NewRequest("POST", "/", strings.NewReader(call.Body))
	for name, value := range call.Headers {
		request.Header.Set(name, value)
	}
	recorder := httptest.NewRecorder()
	integration := &Integration{}
	integration.config.QuickBooks.WebhookToken = call.Token
	integration.WebhookPreProcessHandler(recorder, request)
	response := fmt.Sprintf("%d %s", recorder.Code, recorder.Body.String())
	isVerified := !strings.Contains(response, "signature")
	json.NewEncoder(os.Stdout).Encode(map[string]any{"isVerified": isVerified, "response": response})
}
`

var copied = map[string][]string{
	"handlers.go": {"WebhookPreProcessHandler"},
	"utils.go":    {"RespondWithError", "RespondWithJSON"},
}

func main() {
	text := program
	for file, names := range copied {
		path := filepath.Join(os.Args[1], "pkgs/app", file)
		source, err := os.ReadFile(path)
		check(err)
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, path, source, 0)
		check(err)
		for _, declaration := range parsed.Decls {
			function, isFunction := declaration.(*ast.FuncDecl)
			if isFunction && strings.Contains(strings.Join(names, " "), function.Name.Name) {
				text += string(source[files.Position(function.Pos()).Offset:files.Position(function.End()).Offset]) + "\n"
			}
		}
	}
	folder, err := os.MkdirTemp("", "receiver")
	check(err)
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "main.go")
	check(os.WriteFile(path, []byte(text), 0o600))
	command := exec.Command("go", "run", path)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	check(command.Run())
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
