"""A Merchant Bio API: verify the service's signature, store enrollments, give them back.

Python 3.9 or newer and the package `cryptography` (Debian: python3-cryptography). It listens on loopback in plain HTTP:
put your TLS proxy in front, and let it pass the path as it is.
"""

import base64
import hashlib
import json
import os
import re
import sqlite3
import ssl
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

MERCHANT_ID = os.environ["AUTHLY_MERCHANT_ID"]
SERVICE_URL = os.environ["AUTHLY_BASE_URL"].rstrip("/")
SERVICE_CA_FILE = os.environ.get("AUTHLY_CA_FILE") or None  # the sandbox has a CA of its own
BASE_PATH = os.environ.get("BIO_BASE_PATH", "/bio").rstrip("/")
PORT = int(os.environ.get("BIO_PORT", "3000"))
DATABASE = os.environ.get("BIO_DATABASE", "bio.db")
os.umask(0o077)  # templates and their keys: for this user alone

TOLERANCE_S = 300
NONCE_KEPT_S = 2 * TOLERANCE_S + 60
KEY_KEPT_S = 25 * 3600  # idempotency keys: a day, and an hour for clocks
LIST_MAX_AGE_S = 300
UNKNOWN_ID_EVERY_S = 5
FAILED_FETCH_EVERY_S = 1
MAX_BODY = 1_048_576
DRAINED = 8 * MAX_BODY
FINGERS = ("LI", "LM", "RI", "RM")
SIGNATURE_HEADERS = ("Merchant-Id", "Key-Id", "Timestamp", "Nonce", "Content-SHA256", "Signature")
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
SIGNATURE = re.compile(r"v2=[A-Za-z0-9+/]{86}==")
UTC_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(?:Z|\+00:00)")
ISO_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]([01]\d|2[0-3])(?::?[0-5]\d)?)")


class Refusal(Exception):
    """A row of the contract's error table. The message is fixed: nothing of a body gets into it."""

    def __init__(self, status, code):
        super().__init__(code)
        self.status, self.code = status, code


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None  # keys come from the configured address or not at all


class KeyList:
    """The published keys, cached as a whole: a key that is no longer published is no longer trusted."""

    def __init__(self):
        self._keys, self._fetched_at = None, 0.0
        self._asked_at = self._failed_at = float("-inf")
        self._one_flight = threading.Lock()
        context = ssl.create_default_context(cafile=SERVICE_CA_FILE)
        self._opener = urllib.request.build_opener(NoRedirects, urllib.request.HTTPSHandler(context=context))

    def find(self, key_id):
        key = self._fresh().get(key_id)
        if key is not None:
            return key
        with self._one_flight:
            known = self._fresh()
            if key_id in known:
                return known[key_id]
            now = time.monotonic()
            if now - self._failed_at < (UNKNOWN_ID_EVERY_S if known else FAILED_FETCH_EVERY_S):
                raise ConnectionError("the key list could not be fetched a moment ago")
            if known and now - self._asked_at < UNKNOWN_ID_EVERY_S:
                return None  # anybody can send unknown ids
            if known:
                self._asked_at = now
            try:
                self._keys, self._fetched_at = self._fetch(), time.monotonic()
            except Exception:
                self._failed_at = time.monotonic()
                raise
            self._failed_at = float("-inf")
            return self._keys.get(key_id)

    def _fresh(self):
        return self._keys if self._keys and time.monotonic() - self._fetched_at < LIST_MAX_AGE_S else {}

    def _fetch(self):
        with self._opener.open(SERVICE_URL + "/v1/signing-keys", timeout=3) as answer:
            if answer.status != 200:
                raise ConnectionError("the key list is not there")
            listed = json.loads(answer.read(65_536))["keys"]
        keys = {}
        for entry in listed:
            if entry.get("algorithm") == "ed25519" and entry.get("status") in ("active", "retiring"):
                key = load_der_public_key(base64.b64decode(entry["public_key_base64"], validate=True))
                if isinstance(key, Ed25519PublicKey):
                    keys[entry["key_id"]] = key
        return keys


class Store:
    """Enrollments, idempotency keys and nonces in one SQLite file. Its text comparison is exact."""

    SCHEMA = """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
        CREATE TABLE IF NOT EXISTS enrollments (user_ref TEXT, finger TEXT, features TEXT, enc_key TEXT, ref TEXT,
            stored_at TEXT, PRIMARY KEY (user_ref, finger));
        CREATE TABLE IF NOT EXISTS idempotency (key TEXT PRIMARY KEY, body_sha256 TEXT, answer TEXT, expires_at REAL);
        CREATE TABLE IF NOT EXISTS nonces (nonce TEXT PRIMARY KEY, expires_at REAL);
    """

    def __init__(self):
        self._db = sqlite3.connect(DATABASE, timeout=5, isolation_level=None, check_same_thread=False)
        self._db.executescript(self.SCHEMA)
        self._lock = threading.Lock()

    def nonce_used(self, nonce):
        with self._lock:
            found = self._db.execute("SELECT 1 FROM nonces WHERE nonce = ? AND expires_at > ?", (nonce, time.time()))
            return found.fetchone() is not None

    def claim_nonce(self, nonce):
        """True for exactly one caller."""
        with self._transaction():
            self._db.execute("DELETE FROM nonces WHERE expires_at <= ?", (time.time(),))
            row = (nonce, time.time() + NONCE_KEPT_S)
            return self._db.execute("INSERT OR IGNORE INTO nonces VALUES (?, ?)", row).rowcount == 1

    def write(self, body, body_sha256):
        """Claim the idempotency key and overwrite the enrollment in one step; a repeat gets the earlier answer."""
        with self._transaction():
            self._db.execute("DELETE FROM idempotency WHERE expires_at <= ?", (time.time(),))
            key, payload = body["enrollment_session_id"], body["payload"]
            seen = self._db.execute("SELECT body_sha256, answer FROM idempotency WHERE key = ?", (key,)).fetchone()
            if seen is not None:
                if seen[0] != body_sha256:
                    raise Refusal(409, "idempotency_conflict")
                return json.loads(seen[1])
            ref, stored_at = str(uuid.uuid4()), datetime.now(timezone.utc).isoformat(timespec="milliseconds")
            answer = {"stored": True, "enrollment_ref": ref, "stored_at": stored_at}
            row = (key, body_sha256, json.dumps(answer), time.time() + KEY_KEPT_S)
            self._db.execute("INSERT INTO idempotency VALUES (?, ?, ?, ?)", row)
            row = (body["merchant_user_ref"], payload["finger"], payload["features"], payload["enc_key"], ref, stored_at)
            self._db.execute("INSERT OR REPLACE INTO enrollments VALUES (?, ?, ?, ?, ?, ?)", row)
            return answer

    def find(self, user_ref, finger):
        with self._lock:
            query = "SELECT features, enc_key, ref, stored_at FROM enrollments WHERE user_ref = ? AND finger = ?"
            return self._db.execute(query, (user_ref, finger)).fetchone()

    def _transaction(self):
        return Transaction(self._db, self._lock)


class Transaction:
    def __init__(self, db, lock):
        self._db, self._lock = db, lock

    def __enter__(self):
        self._lock.acquire()
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except BaseException:
            self._lock.release()
            raise

    def __exit__(self, kind, *_):
        try:
            self._db.execute("COMMIT" if kind is None else "ROLLBACK")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
        finally:
            self._lock.release()


def verify(method, path, headers, raw, keys, store):
    """The contract's steps in their order. Returns the body's hash; whatever is raised refuses the call."""
    signed = {name: headers.get("X-Service-" + name) for name in SIGNATURE_HEADERS}
    if not all(signed.values()):
        raise Refusal(401, "missing_signature")  # step 1
    if not SIGNATURE.fullmatch(signed["Signature"]) or not UUID.fullmatch(signed["Nonce"]):
        raise Refusal(401, "invalid_signature")
    key = keys.find(signed["Key-Id"])  # step 2
    if key is None:
        raise Refusal(401, "invalid_signature")
    if signed["Merchant-Id"] != MERCHANT_ID:
        raise Refusal(401, "signature_mismatch")  # step 3
    sent_at = utc_seconds(signed["Timestamp"])
    if sent_at is None or abs(time.time() - sent_at) > TOLERANCE_S:
        raise Refusal(401, "timestamp_out_of_range")  # step 4
    if store.nonce_used(signed["Nonce"]):
        raise Refusal(409, "nonce_reused")  # step 5
    body_sha256 = hashlib.sha256(raw).hexdigest()
    if body_sha256 != signed["Content-SHA256"]:
        raise Refusal(401, "signature_mismatch")  # step 6
    lines = ("SERVICE-ED25519", method, path, signed["Timestamp"], signed["Nonce"], body_sha256)
    try:  # steps 7 and 8
        key.verify(base64.b64decode(signed["Signature"][3:], validate=True), "\n".join(lines).encode())
    except InvalidSignature:
        raise Refusal(401, "signature_mismatch") from None
    if not store.claim_nonce(signed["Nonce"]):  # only now: a stranger must not burn nonces
        raise Refusal(409, "nonce_reused")
    return body_sha256


def utc_seconds(text):
    found = UTC_TIME.fullmatch(text)
    try:
        return found and datetime.fromisoformat(found[1] + "+00:00").timestamp() + float(found[2] or 0)
    except ValueError:
        return None


def parse(raw, is_store, idempotency_key):
    """The field tables, then whom the call is meant for: one key signs for all merchants."""
    try:
        body = json.loads(raw.decode("utf-8"))
        json.dumps(body, ensure_ascii=False).encode("utf-8")  # a lone surrogate is no text
    except (ValueError, RecursionError):
        raise Refusal(400, "invalid_request") from None
    payload = body.get("payload") if isinstance(body, dict) else None
    session = "enrollment_session_id" if is_store else "verification_session_id"
    names = ["merchant_id", "merchant_user_ref", session, "type"] + (["captured_at"] if is_store else [])
    inner = ["finger"] + (["features", "enc_key"] if is_store else [])
    if not isinstance(payload, dict) or not all(is_text(body.get(name)) for name in names):
        raise Refusal(400, "invalid_request")
    if len(body["merchant_user_ref"]) > 256:
        raise Refusal(400, "invalid_request")
    if body["type"] != "fingerprint":
        raise Refusal(400, "unsupported_bio_type")
    if not all(is_text(payload.get(name)) for name in inner) or (is_store and not is_time(body["captured_at"])):
        raise Refusal(400, "invalid_request")
    if payload["finger"] not in FINGERS:
        raise Refusal(400, "unsupported_finger")
    if body["merchant_id"] != MERCHANT_ID or (is_store and idempotency_key != body[session]):
        raise Refusal(401, "signature_mismatch")
    return body


def is_text(value):
    return isinstance(value, str) and value != "" and "\0" not in value


def is_time(text):
    found = ISO_TIME.fullmatch(text)
    try:
        return found is not None and datetime.fromisoformat(found[1] + (found[2] or "")) is not None
    except ValueError:
        return False


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30  # for whoever sends nothing
    keys = store = None

    def do_POST(self):
        raw = self._read()
        request_id = self.headers.get("X-Request-Id") or str(uuid.uuid4())
        try:
            status, answer = 200, self._answer(raw)
        except Refusal as refusal:
            status, answer = refusal.status, error(refusal.code, request_id)
        except Exception as failure:  # its text may quote a body: only its kind is told
            print(f"{type(failure).__name__} {request_id!r}", file=sys.stderr)
            status, answer = 500, error("merchant_bio_internal_error", request_id)
        self._send(status, answer)

    def _answer(self, raw):
        paths = {BASE_PATH + "/enrollments": True, BASE_PATH + "/enrollments/lookup": False}
        is_store = paths.get(self.path.split("?")[0])
        if is_store is None:
            raise Refusal(404, "not_found")
        if raw is None:
            raise Refusal(413, "payload_too_large")
        body_sha256 = verify(self.command, self.path, self.headers, raw, self.keys, self.store)
        body = parse(raw, is_store, self.headers.get("Idempotency-Key"))
        if is_store:
            return self.store.write(body, body_sha256)
        found = self.store.find(body["merchant_user_ref"], body["payload"]["finger"])
        if found is None:
            raise Refusal(404, "bio_enrollment_not_found")
        features, enc_key, ref, stored_at = found
        payload = {"features": features, "enc_key": enc_key}
        return {"found": True, "payload": payload, "enrollment_ref": ref, "enrolled_at": stored_at}

    def _read(self):
        """The raw bytes, or None if there are too many. A caller that is still sending hears an answer, too."""
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers or not re.fullmatch("[0-9]{1,15}", length):
            self.close_connection = True  # where this body ends is not known: nothing after it is taken for a request
            return b""
        left = int(length)
        if left > MAX_BODY:
            self.close_connection, left = True, min(left, DRAINED)
            while left > 0 and (chunk := self.rfile.read(min(left, 65_536))):
                left -= len(chunk)
            return None
        return self.rfile.read(left)

    def _send(self, status, answer):
        content = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _wrong_method(self):
        self.close_connection = True  # a body that nobody reads may follow
        self._send(405, error("method_not_allowed", str(uuid.uuid4())))

    do_GET = do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _wrong_method

    def log_message(self, *_):
        pass  # access logs are the proxy's


def error(code, request_id):
    return {"error": {"code": code, "message": code.replace("_", " "), "request_id": request_id}}


if __name__ == "__main__":
    Handler.keys, Handler.store = KeyList(), Store()
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
    server.daemon_threads = True
    print(f"Bio API on http://127.0.0.1:{PORT}{BASE_PATH}", flush=True)
    server.serve_forever()
