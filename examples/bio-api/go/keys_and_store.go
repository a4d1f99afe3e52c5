package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const (
	listMaxAge       = 5 * time.Minute
	unknownIDEvery   = 5 * time.Second
	failedFetchEvery = time.Second
	nonceKept        = 2*tolerance + time.Minute
	keyKept          = 25 * time.Hour // idempotency keys: a day, and an hour for clocks
)

// The published keys, cached as a whole: a key that is no longer published is no longer trusted.
type keyList struct {
	url       string
	client    *http.Client
	oneFlight sync.Mutex // one fetch at a time
	askedAt   time.Time
	failedAt  time.Time
	reading   sync.RWMutex // whoever knows its key does not wait for a fetch
	keys      map[string]ed25519.PublicKey
	fetchedAt time.Time
}

func newKeyList(baseURL, caFile string) (*keyList, error) {
	transport := &http.Transport{}
	if caFile != "" { // the sandbox has a CA of its own
		pem, err := os.ReadFile(caFile)
		if err != nil {
			return nil, err
		}
		pool := x509.NewCertPool()
		pool.AppendCertsFromPEM(pem)
		transport.TLSClientConfig = &tls.Config{RootCAs: pool}
	}
	// Keys come from the configured address or not at all.
	noRedirects := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client := &http.Client{Transport: transport, Timeout: 3 * time.Second, CheckRedirect: noRedirects}
	return &keyList{url: strings.TrimRight(baseURL, "/") + "/v1/signing-keys", client: client}, nil
}

// nil without an error: the id is not published.
func (l *keyList) find(id string) (ed25519.PublicKey, error) {
	if key := l.fresh()[id]; key != nil {
		return key, nil
	}
	l.oneFlight.Lock()
	defer l.oneFlight.Unlock()
	known := l.fresh()
	if key := known[id]; key != nil {
		return key, nil
	}
	every := failedFetchEvery
	if known != nil {
		every = unknownIDEvery
	}
	if time.Since(l.failedAt) < every {
		return nil, errors.New("the key list could not be fetched a moment ago")
	}
	if known != nil && time.Since(l.askedAt) < unknownIDEvery {
		return nil, nil // anybody can send unknown ids
	}
	if known != nil {
		l.askedAt = time.Now()
	}
	keys, err := l.fetch()
	if err != nil {
		l.failedAt = time.Now()
		return nil, err
	}
	l.reading.Lock()
	defer l.reading.Unlock()
	l.keys, l.fetchedAt, l.failedAt = keys, time.Now(), time.Time{}
	return keys[id], nil
}

func (l *keyList) fresh() map[string]ed25519.PublicKey {
	l.reading.RLock()
	defer l.reading.RUnlock()
	if time.Since(l.fetchedAt) < listMaxAge {
		return l.keys
	}
	return nil
}

func (l *keyList) fetch() (map[string]ed25519.PublicKey, error) {
	answer, err := l.client.Get(l.url)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, errors.New("the key list is not there")
	}
	var list struct {
		Keys []struct {
			KeyID     string `json:"key_id"`
			Algorithm string `json:"algorithm"`
			PublicKey string `json:"public_key_base64"`
			Status    string `json:"status"`
		} `json:"keys"`
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, 1<<16)).Decode(&list); err != nil {
		return nil, err
	}
	keys := map[string]ed25519.PublicKey{}
	for _, entry := range list.Keys {
		if entry.Algorithm != "ed25519" || (entry.Status != "active" && entry.Status != "retiring") {
			continue
		}
		der, _ := base64.StdEncoding.DecodeString(entry.PublicKey)
		if key, err := x509.ParsePKIXPublicKey(der); err == nil {
			if public, isEd25519 := key.(ed25519.PublicKey); isEd25519 {
				keys[entry.KeyID] = public
			}
		}
	}
	return keys, nil
}

// One file an enrollment, idempotency key and nonce, each named by the hash of what it is filed by: an exact comparison. Written
// beside, synced and renamed, so that a crash leaves the old one or the new one. For one process; use a database for more.
type store struct {
	folder    string
	mutex     sync.Mutex
	cleanedAt time.Time
}

type enrollment struct {
	Features string `json:"features"`
	EncKey   string `json:"enc_key"`
	Ref      string `json:"ref"`
	StoredAt string `json:"stored_at"`
}

type claimed struct {
	BodySHA256 string          `json:"body_sha256"`
	Answer     json.RawMessage `json:"answer"`
}

func openStore(folder string) (*store, error) {
	for _, name := range []string{"enrollments", "idempotency", "nonces"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o700); err != nil {
			return nil, err
		}
	}
	return &store{folder: folder}, nil
}

func (s *store) nonceUsed(nonce string) (bool, error) {
	var at time.Time
	err := s.read("nonces", nonce, &at)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// True for exactly one caller.
func (s *store) claimNonce(nonce string) (bool, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.clean()
	used, err := s.nonceUsed(nonce)
	if used || err != nil {
		return false, err
	}
	return true, s.put("nonces", nonce, time.Now())
}

// Claims the idempotency key and overwrites the enrollment in one step; a repeat gets the earlier answer. The enrollment
// comes first: after a crash in between, the retry stores the same again.
func (s *store) write(call bioCall, bodySHA256 string) ([]byte, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var earlier claimed
	err := s.read("idempotency", call.session, &earlier)
	if err == nil && earlier.BodySHA256 != bodySHA256 {
		return nil, refusal{409, "idempotency_conflict"}
	}
	if err == nil || !errors.Is(err, os.ErrNotExist) {
		return earlier.Answer, err
	}
	stored := enrollment{call.features, call.encKey, newID(), time.Now().UTC().Format("2006-01-02T15:04:05.000Z")}
	answer, _ := json.Marshal(map[string]any{"stored": true, "enrollment_ref": stored.Ref, "stored_at": stored.StoredAt})
	if err := s.put("enrollments", call.userRef+"\x00"+call.finger, stored); err != nil {
		return nil, err
	}
	return answer, s.put("idempotency", call.session, claimed{bodySHA256, answer})
}

func (s *store) find(userRef, finger string) ([]byte, error) {
	var found enrollment
	err := s.read("enrollments", userRef+"\x00"+finger, &found)
	if errors.Is(err, os.ErrNotExist) {
		return nil, refusal{404, "bio_enrollment_not_found"}
	}
	if err != nil {
		return nil, err
	}
	payload := map[string]string{"features": found.Features, "enc_key": found.EncKey}
	return json.Marshal(map[string]any{"found": true, "payload": payload, "enrollment_ref": found.Ref, "enrolled_at": found.StoredAt})
}

func (s *store) path(kind, name string) string {
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(s.folder, kind, hex.EncodeToString(sum[:]))
}

func (s *store) read(kind, name string, into any) error {
	text, err := os.ReadFile(s.path(kind, name))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

func (s *store) put(kind, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Join(s.folder, kind), "unfinished-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if _, err := file.Write(text); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), s.path(kind, name)); err != nil {
		return err
	}
	return syncFolder(filepath.Join(s.folder, kind))
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}

// What is past its time goes, at most once a minute.
func (s *store) clean() {
	if time.Since(s.cleanedAt) < time.Minute {
		return
	}
	s.cleanedAt = time.Now()
	for kind, kept := range map[string]time.Duration{"nonces": nonceKept, "idempotency": keyKept} {
		entries, _ := os.ReadDir(filepath.Join(s.folder, kind))
		for _, entry := range entries {
			if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > kept {
				_ = os.Remove(filepath.Join(s.folder, kind, entry.Name()))
			}
		}
	}
}
