// A Merchant Bio API: verify the service's signature, store enrollments, give them back.
//
// Go 1.19 or newer and its standard library. It listens on loopback in plain HTTP: put your TLS proxy in front, and let it pass
// the path as it is.
package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	tolerance = 5 * time.Minute
	maxBody   = 1 << 20
	drained   = 8 << 20
)

var (
	merchantID = os.Getenv("AUTHLY_MERCHANT_ID")
	basePath   = strings.TrimRight(envOr("BIO_BASE_PATH", "/bio"), "/")
	uuidForm   = regexp.MustCompile(`^(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	signForm   = regexp.MustCompile(`^v2=[A-Za-z0-9+/]{86}==$`)
	utcForm    = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|\+00:00)$`)
	zoneForm   = regexp.MustCompile(`(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)$`)
	fingers    = map[string]bool{"LI": true, "LM": true, "RI": true, "RM": true}
)

// A row of the contract's error table. Its message is fixed: nothing of a body gets into it.
type refusal struct {
	status int
	code   string
}

func (r refusal) Error() string { return r.code }

type bioAPI struct {
	keys  *keyList
	store *store
}

func (api *bioAPI) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	requestID := r.Header.Get("X-Request-Id")
	if requestID == "" {
		requestID = newID()
	}
	answer, err := api.answer(r)
	status := http.StatusOK
	if err != nil {
		refused := refusal{500, "merchant_bio_internal_error"}
		if !errors.As(err, &refused) {
			// Its text may quote a body: only its kind is told.
			log.Printf("%T %q", err, requestID)
		}
		status = refused.status
		message := strings.ReplaceAll(refused.code, "_", " ")
		answer, _ = json.Marshal(map[string]any{"error": map[string]string{"code": refused.code, "message": message, "request_id": requestID}})
	}
	// A caller that is still sending hears the answer, too.
	_, _ = io.CopyN(io.Discard, r.Body, drained)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(answer)
}

func (api *bioAPI) answer(r *http.Request) ([]byte, error) {
	isStore := r.URL.Path == basePath+"/enrollments"
	if !isStore && r.URL.Path != basePath+"/enrollments/lookup" {
		return nil, refusal{404, "not_found"}
	}
	if r.Method != http.MethodPost {
		return nil, refusal{405, "method_not_allowed"}
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return nil, err
	}
	if len(raw) > maxBody {
		return nil, refusal{413, "payload_too_large"}
	}
	bodySHA256, err := api.verify(r, raw)
	if err != nil {
		return nil, err
	}
	call, err := parse(raw, isStore, r.Header.Get("Idempotency-Key"))
	if err != nil {
		return nil, err
	}
	if isStore {
		return api.store.write(call, bodySHA256)
	}
	return api.store.find(call.userRef, call.finger)
}

// The contract's steps in their order. Whatever is returned as an error refuses the call.
func (api *bioAPI) verify(r *http.Request, raw []byte) (string, error) {
	names := []string{"Merchant-Id", "Key-Id", "Timestamp", "Nonce", "Content-SHA256", "Signature"}
	signed := map[string]string{}
	for _, name := range names {
		if signed[name] = r.Header.Get("X-Service-" + name); signed[name] == "" {
			return "", refusal{401, "missing_signature"} // step 1
		}
	}
	signature, err := base64.StdEncoding.Strict().DecodeString(strings.TrimPrefix(signed["Signature"], "v2="))
	if err != nil || !signForm.MatchString(signed["Signature"]) || !uuidForm.MatchString(signed["Nonce"]) {
		return "", refusal{401, "invalid_signature"}
	}
	key, err := api.keys.find(signed["Key-Id"]) // step 2
	if err != nil {
		return "", err
	}
	if key == nil {
		return "", refusal{401, "invalid_signature"}
	}
	if signed["Merchant-Id"] != merchantID {
		return "", refusal{401, "signature_mismatch"} // step 3
	}
	sentAt, err := time.Parse(time.RFC3339, signed["Timestamp"])
	if err != nil || !utcForm.MatchString(signed["Timestamp"]) || time.Since(sentAt).Abs() > tolerance {
		return "", refusal{401, "timestamp_out_of_range"} // step 4
	}
	nonce := strings.ToLower(signed["Nonce"])
	if used, err := api.store.nonceUsed(nonce); err != nil {
		return "", err
	} else if used {
		return "", refusal{409, "nonce_reused"} // step 5
	}
	sum := sha256.Sum256(raw)
	bodySHA256 := hex.EncodeToString(sum[:])
	if bodySHA256 != signed["Content-SHA256"] {
		return "", refusal{401, "signature_mismatch"} // step 6
	}
	// Steps 7 and 8. RequestURI is the path as it was sent.
	lines := []string{"SERVICE-ED25519", r.Method, r.RequestURI, signed["Timestamp"], signed["Nonce"], bodySHA256}
	if !ed25519.Verify(key, []byte(strings.Join(lines, "\n")), signature) {
		return "", refusal{401, "signature_mismatch"}
	}
	// Only now: a stranger must not burn nonces.
	if claimed, err := api.store.claimNonce(nonce); err != nil {
		return "", err
	} else if !claimed {
		return "", refusal{409, "nonce_reused"}
	}
	return bodySHA256, nil
}

type bioCall struct {
	userRef, finger, features, encKey, session string
}

// The field tables, then whom the call is meant for: one key signs for all merchants. Decoded into maps, because
// encoding/json takes the fields of a struct in any case.
func parse(raw []byte, isStore bool, idempotencyKey string) (bioCall, error) {
	var body map[string]any
	if !utf8.Valid(raw) || json.Unmarshal(raw, &body) != nil || body == nil {
		return bioCall{}, refusal{400, "invalid_request"}
	}
	payload, isObject := body["payload"].(map[string]any)
	session := "verification_session_id"
	outer, inner := []string{"merchant_id", "merchant_user_ref", "type"}, []string{"finger"}
	if isStore {
		session = "enrollment_session_id"
		outer, inner = append(outer, "captured_at"), append(inner, "features", "enc_key")
	}
	if !isObject || !allTexts(body, append(outer, session)) {
		return bioCall{}, refusal{400, "invalid_request"}
	}
	if utf8.RuneCountInString(body["merchant_user_ref"].(string)) > 256 {
		return bioCall{}, refusal{400, "invalid_request"}
	}
	if body["type"] != "fingerprint" {
		return bioCall{}, refusal{400, "unsupported_bio_type"}
	}
	if !allTexts(payload, inner) || (isStore && !isTime(body["captured_at"].(string))) {
		return bioCall{}, refusal{400, "invalid_request"}
	}
	call := bioCall{userRef: body["merchant_user_ref"].(string), finger: payload["finger"].(string), session: body[session].(string)}
	if !fingers[call.finger] {
		return bioCall{}, refusal{400, "unsupported_finger"}
	}
	if body["merchant_id"] != merchantID || (isStore && idempotencyKey != call.session) {
		return bioCall{}, refusal{401, "signature_mismatch"}
	}
	if isStore {
		call.features, call.encKey = payload["features"].(string), payload["enc_key"].(string)
	}
	return call, nil
}

func allTexts(fields map[string]any, names []string) bool {
	for _, name := range names {
		text, isText := fields[name].(string)
		if !isText || text == "" || strings.Contains(text, "\x00") {
			return false
		}
	}
	return true
}

func isTime(text string) bool {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05Z07"} {
		if _, err := time.Parse(form, text); err == nil && zoneForm.MatchString(text) {
			return true
		}
	}
	return false
}

func newID() string {
	bytes := make([]byte, 16)
	_, _ = rand.Read(bytes)
	return hex.EncodeToString(bytes)
}

func envOr(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func main() {
	if merchantID == "" || os.Getenv("AUTHLY_BASE_URL") == "" {
		log.Fatal("Set AUTHLY_MERCHANT_ID and AUTHLY_BASE_URL.")
	}
	store, err := openStore(envOr("BIO_DATA_DIR", "bio-data"))
	if err != nil {
		log.Fatal(err)
	}
	keys, err := newKeyList(os.Getenv("AUTHLY_BASE_URL"), os.Getenv("AUTHLY_CA_FILE"))
	if err != nil {
		log.Fatal(err)
	}
	address := "127.0.0.1:" + envOr("BIO_PORT", "3000")
	server := &http.Server{Addr: address, Handler: &bioAPI{keys, store}, ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second}
	fmt.Printf("Bio API on http://%s%s\n", address, basePath)
	log.Fatal(server.ListenAndServe())
}
