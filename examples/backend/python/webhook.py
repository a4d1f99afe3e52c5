"""Authly's events: a session has ended. Signed by Standard Webhooks (standardwebhooks.com has libraries). An event says that it is
time to read the result, and nothing more: it may come twice, late or never."""

import base64
import hashlib
import hmac
import json
import re
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_S = 300
MAX_BYTES = 64 * 1024


def verify_event(raw_body, headers, secret):
    """The event, or None where it is not Authly's or too old. raw_body: the bytes as they came."""
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return None
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{event_id}.{timestamp}.".encode() + raw_body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # One for each secret that is live while secrets change.
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return json.loads(raw_body) if any([hmac.compare_digest(expected, one) for one in given]) else None


class Events:
    """Listens on loopback, behind your TLS proxy."""

    def __init__(self, port, secret):
        # Only sessions that a thread waits for, so that events of others leave nothing behind.
        self._waiting = {}
        events = self

        class Handler(BaseHTTPRequestHandler):
            timeout = 15

            def do_POST(self):
                length = self.headers.get("Content-Length", "")
                fits = re.fullmatch(r"[0-9]{1,6}", length) and int(length) <= MAX_BYTES
                event = verify_event(self.rfile.read(int(length)), self.headers, secret) if fits else None
                # Answered before anything slow is done; types that are not known are answered too.
                self.send_response(400 if event is None else 204)
                self.end_headers()
                if event is not None and event["type"] == "session.final":
                    waiting = events._waiting.get(event["data"]["session_id"])
                    if waiting:
                        waiting.set()

            def log_message(self, *_):
                pass

        threading.Thread(target=ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever, daemon=True).start()

    @contextmanager
    def of(self, session_id):
        """Is set when the event of this session comes. Read the result once before you wait: the event may have come earlier."""
        ended = self._waiting.setdefault(session_id, threading.Event())
        try:
            yield ended
        finally:
            self._waiting.pop(session_id, None)
