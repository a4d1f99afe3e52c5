// A merchant's backend: enroll a finger of each user, then verify it. Go 1.19 or newer, standard library.
//
//	go run . <merchant_user_ref> ...
package main

import (
	"bytes"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// How long an outcome may follow expires_at: what was captured in the last second is still processed.
const processing = 195 * time.Second

// An event can be late: beside them a look each minute.
const lookEvery = time.Minute

// A creation without an answer is repeated for this long, a result until the session is over.
const createWithin = 30 * time.Second
const pause = 2 * time.Second

var isFinal = map[string]bool{"succeeded": true, "failed": true, "expired": true, "canceled": true}

// The service's own error: decide on its code, tell its request id when you ask for help.
type authlyError struct {
	Status     int           `json:"-"`
	RetryAfter time.Duration `json:"-"`
	Code       string        `json:"code"`
	RequestID  string        `json:"request_id"`
}

func (e *authlyError) Error() string { return fmt.Sprintf("%d %s (%s)", e.Status, e.Code, e.RequestID) }

type session struct {
	SessionID string    `json:"session_id"`
	PopupURL  string    `json:"popup_url"`
	ExpiresAt time.Time `json:"expires_at"`
}

type result struct {
	Status      string `json:"status"`
	FailureCode string `json:"failure_code"`
	Result      *struct {
		Matched bool `json:"matched"`
		Payload struct {
			Finger string `json:"finger"`
		} `json:"payload"`
	} `json:"result"`
}

type authly struct {
	baseURL, merchantID, clientID, clientSecret string
	client                                      *http.Client
	events                                      *events
	tokenMutex                                  sync.Mutex
	token                                       string
	tokenUntil                                  time.Time
}

// kind: enrollment or verification. One key for all attempts: a lost answer never makes a second session.
func (a *authly) create(kind string, fields map[string]any) (made session, err error) {
	fields["merchant_id"] = a.merchantID
	key := make([]byte, 16)
	_, _ = rand.Read(key)
	err = a.repeat("POST", "/v1/"+kind+"-sessions", fields, hex.EncodeToString(key), &made, time.Now().Add(createWithin))
	return made, err
}

// The only proof of an outcome. With events it is read again when one says that the session has ended; without, each look takes up to 25 seconds
// and ends at once when the status is final.
func (a *authly) waitForResult(s session, userRef string) (found result, err error) {
	wait := "25"
	if a.events != nil {
		wait = "0"
	}
	query := url.Values{"merchant_user_ref": {userRef}, "wait": {wait}}.Encode()
	giveUpAt := s.ExpiresAt.Add(processing)
	var ended chan struct{}
	if a.events != nil {
		ended = a.events.of(s.SessionID)
		defer a.events.forget(s.SessionID)
	}
	for {
		found = result{}
		err = a.repeat("GET", "/v1/sessions/"+url.PathEscape(s.SessionID)+"/result?"+query, nil, "", &found, giveUpAt)
		if err != nil || isFinal[found.Status] || time.Now().After(giveUpAt) {
			return found, err
		}
		if ended != nil {
			select {
			case <-ended:
			case <-time.After(lookEvery):
			}
		} else {
			time.Sleep(pause) // a gateway may drop the wait
		}
	}
}

// Again after a lost connection, 429 and 5xx: none of them says anything about the session.
func (a *authly) repeat(method, path string, body any, idempotencyKey string, into any, giveUpAt time.Time) error {
	for {
		err := a.call(method, path, body, idempotencyKey, into)
		after := pause
		var refused *authlyError
		if errors.As(err, &refused) {
			if refused.Status < 500 && refused.Status != 429 {
				return err
			}
			if refused.RetryAfter > pause {
				after = refused.RetryAfter
			}
		}
		if err == nil || time.Now().Add(after).After(giveUpAt) {
			return err
		}
		time.Sleep(after)
	}
}

func (a *authly) call(method, path string, body any, idempotencyKey string, into any) error {
	var content []byte
	if body != nil {
		content, _ = json.Marshal(body)
	}
	refusedToken := ""
	for {
		token, err := a.accessToken(refusedToken)
		if err != nil {
			return err
		}
		headers := map[string]string{"Authorization": "Bearer " + token, "Content-Type": "application/json"}
		if idempotencyKey != "" {
			headers["Idempotency-Key"] = idempotencyKey
		}
		err = a.send(method, path, content, headers, into)
		var refused *authlyError
		if refusedToken != "" || !errors.As(err, &refused) || refused.Code != "invalid_token" {
			return err
		}
		refusedToken = token // it ended early: once more with a new one
	}
}

// One token for all goroutines, and one request for it at a time: the token endpoint has a limit.
func (a *authly) accessToken(refused string) (string, error) {
	a.tokenMutex.Lock()
	defer a.tokenMutex.Unlock()
	if a.token != refused && time.Now().Before(a.tokenUntil) {
		return a.token, nil
	}
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {a.clientID}, "client_secret": {a.clientSecret}}
	var answer struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   int    `json:"expires_in"`
	}
	headers := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	if err := a.send("POST", "/oauth/token", []byte(form.Encode()), headers, &answer); err != nil {
		return "", err
	}
	a.token, a.tokenUntil = answer.AccessToken, time.Now().Add(time.Duration(answer.ExpiresIn-60)*time.Second)
	return a.token, nil
}

func (a *authly) send(method, path string, content []byte, headers map[string]string, into any) error {
	request, err := http.NewRequest(method, a.baseURL+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	answer, err := a.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	if err != nil {
		return err
	}
	if answer.StatusCode < 300 {
		return json.Unmarshal(text, into)
	}
	var refused struct {
		Error authlyError `json:"error"`
	}
	_ = json.Unmarshal(text, &refused)
	refused.Error.Status = answer.StatusCode
	seconds, _ := strconv.ParseUint(answer.Header.Get("Retry-After"), 10, 16)
	refused.Error.RetryAfter = time.Duration(seconds) * time.Second
	return &refused.Error
}

func newAuthly() (*authly, error) {
	transport := &http.Transport{}
	if caFile := os.Getenv("AUTHLY_CA_FILE"); caFile != "" {
		pem, err := os.ReadFile(caFile)
		if err != nil {
			return nil, err
		}
		pool := x509.NewCertPool()
		pool.AppendCertsFromPEM(pem)
		transport.TLSClientConfig = &tls.Config{RootCAs: pool}
	}
	return &authly{
		baseURL: strings.TrimRight(os.Getenv("AUTHLY_BASE_URL"), "/"), merchantID: os.Getenv("AUTHLY_MERCHANT_ID"),
		clientID: os.Getenv("AUTHLY_CLIENT_ID"), clientSecret: os.Getenv("AUTHLY_CLIENT_SECRET"),
		client: &http.Client{Transport: transport, Timeout: 40 * time.Second,
			// Secrets go to the configured address or nowhere.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}, nil
}

// The sandbox needs no app and no finger once the page is open.
func withOutcome(fields map[string]any, name string) map[string]any {
	if os.Getenv("SANDBOX_OUTCOMES") != "" {
		fields["metadata"] = map[string]string{"sandbox_outcome": name}
	}
	return fields
}

func (a *authly) run(kind, userRef string, fields map[string]any) result {
	made, err := a.create(kind, fields)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("Open this page:", made.PopupURL) // your page opens it; never log it
	found, err := a.waitForResult(made, userRef)
	if err != nil {
		log.Fatal(err)
	}
	if found.Status != "succeeded" || found.Result == nil {
		log.Fatalf("%s: %s %s", kind, found.Status, found.FailureCode)
	}
	return found
}

func main() {
	userRefs := os.Args[1:]
	a, err := newAuthly()
	if err != nil {
		log.Fatal(err)
	}
	if secret := os.Getenv("AUTHLY_WEBHOOK_SECRET"); secret != "" {
		a.events = receiveEvents(os.Getenv("WEBHOOK_PORT"), secret)
	}
	fingers := make([]string, len(userRefs))
	atOnce(userRefs, func(i int, userRef string) {
		enrolled := a.run("enrollment", userRef, withOutcome(map[string]any{"merchant_user_ref": userRef}, "enrolled"))
		fingers[i] = enrolled.Result.Payload.Finger // keep it: verifications ask for this one
		fmt.Println("enrolled:", fingers[i])
	})
	atOnce(userRefs, func(i int, userRef string) {
		fields := map[string]any{"merchant_user_ref": userRef, "payload": map[string]string{"finger": fingers[i]}}
		verified := a.run("verification", userRef, withOutcome(fields, "matched"))
		fmt.Println("matched:", verified.Result.Matched)
	})
}

func atOnce(userRefs []string, work func(int, string)) {
	var all sync.WaitGroup
	for i, userRef := range userRefs {
		all.Add(1)
		go func(i int, userRef string) {
			defer all.Done()
			work(i, userRef)
		}(i, userRef)
	}
	all.Wait()
}
