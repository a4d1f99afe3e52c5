"""Authly's events: a session has ended. Signed by Standard Webhooks (standardwebhooks.com has libraries). An event says that it is
time to read the result, and nothing more: it may come twice, late or never."""

import base64
import hashlib
import hmac
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_S = 300
MAX_BYTES = 64 * 1024


def verify_event(raw_body, headers, secret):
    """The event, or None where it is not Authly's or too old. raw_body: the bytes as they came."""
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_S:
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
        self._changed, self._ended = threading.Condition(), set()
        events = self

        class Handler(BaseHTTPRequestHandler):
            timeout = 15

            def do_POST(self):
                length = self.headers.get("Content-Length", "")
                fits = length.isdigit() and int(length) <= MAX_BYTES
                event = verify_event(self.rfile.read(int(length)), self.headers, secret) if fits else None
                # Answered before anything slow is done; types that are not known are answered too.
                self.send_response(400 if event is None else 204)
                self.end_headers()
                if event is not None and event["type"] == "session.final":
                    events._end(event["data"]["session_id"])

            def log_message(self, *_):
                pass

        threading.Thread(target=ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever, daemon=True).start()

    def _end(self, session_id):
        with self._changed:
            self._ended.add(session_id)
            self._changed.notify_all()

    def wait(self, session_id, within_s):
        """Until the event of this session came, at most so long."""
        with self._changed:
            self._changed.wait_for(lambda: session_id in self._ended, within_s)
            self._ended.discard(session_id)
