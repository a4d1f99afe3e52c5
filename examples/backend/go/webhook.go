package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	eventTolerance = 5 * time.Minute
	maxEventBytes  = 64 << 10
)

// Authly's event: a session has ended. It says that it is time to read the result, and nothing more: it may come twice, late or never.
type event struct {
	Type string `json:"type"`
	Data struct {
		SessionID string `json:"session_id"`
	} `json:"data"`
}

// Signed by Standard Webhooks (standardwebhooks.com has libraries). rawBody: the bytes as they came.
func verifyEvent(rawBody []byte, headers http.Header, secret string) (found event, err error) {
	refused := errors.New("not an event of Authly's, or too old")
	timestamp := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Since(time.Unix(seconds, 0))
	if err != nil || age > eventTolerance || age < -eventTolerance {
		return found, refused
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return found, err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(headers.Get("webhook-id") + "." + timestamp + "."))
	mac.Write(rawBody)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// One for each secret that is live while secrets change.
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(given)) {
			return found, json.Unmarshal(rawBody, &found)
		}
	}
	return found, refused
}

type events struct {
	secret string
	mutex  sync.Mutex
	// Only sessions that somebody waits for, so that events of others leave nothing behind.
	waiting map[string]chan struct{}
}

// Listens on loopback, behind your TLS proxy.
func receiveEvents(port, secret string) *events {
	received := &events{secret: secret, waiting: map[string]chan struct{}{}}
	server := &http.Server{Addr: "127.0.0.1:" + port, Handler: received, ReadTimeout: 15 * time.Second}
	go func() { log.Fatal(server.ListenAndServe()) }()
	return received
}

func (e *events) ServeHTTP(answer http.ResponseWriter, request *http.Request) {
	rawBody, err := io.ReadAll(http.MaxBytesReader(answer, request.Body, maxEventBytes))
	found, refused := verifyEvent(rawBody, request.Header, e.secret)
	if request.Method != "POST" || err != nil || refused != nil {
		answer.WriteHeader(http.StatusBadRequest)
		return
	}
	// Answered before anything slow is done; types that are not known are answered too.
	answer.WriteHeader(http.StatusNoContent)
	if found.Type == "session.final" {
		e.mutex.Lock()
		defer e.mutex.Unlock()
		select {
		case e.waiting[found.Data.SessionID] <- struct{}{}:
		default: // it came before, or nobody waits
		}
	}
}

// Gets a value when the event of this session comes. Read the result once before you wait: the event may have come earlier.
func (e *events) of(sessionID string) chan struct{} {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.waiting[sessionID] = make(chan struct{}, 1)
	return e.waiting[sessionID]
}

func (e *events) forget(sessionID string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	delete(e.waiting, sessionID)
}
