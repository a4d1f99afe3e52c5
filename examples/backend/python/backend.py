"""A merchant's backend: enroll a finger of each user, then verify it. Python 3.9 or newer, standard library.

    python3 backend.py <merchant_user_ref> ...
"""

import http.client
import json
import os
import re
import ssl
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from datetime import datetime

from webhook import Events

FINAL = ("succeeded", "failed", "expired", "canceled")
# How long an outcome may follow expires_at: what was captured in the last second is still processed.
PROCESSING_S = 195
# An event can be late: beside them a look each minute.
LOOK_EVERY_S = 60
# A creation without an answer is repeated for this long, a result until the session is over.
CREATE_WITHIN_S = 30
PAUSE_S = 2


class AuthlyError(Exception):
    """The service's own error: decide on its code, tell its request id when you ask for help."""

    def __init__(self, status, error, retry_after):
        super().__init__(f"{status} {error.get('code')} ({error.get('request_id')})")
        self.status, self.code, self.retry_after = status, error.get("code"), retry_after


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None  # secrets go to the configured address or nowhere


class Authly:
    def __init__(self, base_url, merchant_id, client_id, client_secret, ca_file=None, events=None):
        self._events = events
        self._base_url, self._merchant_id = base_url.rstrip("/"), merchant_id
        self._client = {"client_id": client_id, "client_secret": client_secret}
        tls = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=ca_file))
        self._opener = urllib.request.build_opener(NoRedirects, tls)
        self._token, self._token_until, self._token_lock = None, 0.0, threading.Lock()

    def create(self, kind, fields):
        """kind: enrollment or verification. One key for all attempts: a lost answer never makes a second session."""
        headers, body = {"Idempotency-Key": str(uuid.uuid4())}, {"merchant_id": self._merchant_id, **fields}
        return self._repeat("POST", f"/v1/{kind}-sessions", body, headers, time.time() + CREATE_WITHIN_S)

    def wait_for_result(self, session, user_ref):
        """The only proof of an outcome. With events it is read again when one says that the session has ended; without, each look
        takes up to 25 seconds and ends at once when the status is final."""
        give_up_at = datetime.fromisoformat(session["expires_at"].replace("Z", "+00:00")).timestamp() + PROCESSING_S
        query = urllib.parse.urlencode({"merchant_user_ref": user_ref, "wait": 0 if self._events else 25})
        path = f"/v1/sessions/{urllib.parse.quote(session['session_id'], safe='')}/result?{query}"
        with self._events.of(session["session_id"]) if self._events else nullcontext() as ended:
            while True:
                result = self._repeat("GET", path, None, {}, give_up_at)
                if result["status"] in FINAL or time.time() > give_up_at:
                    return result
                if ended:
                    ended.wait(LOOK_EVERY_S)
                    ended.clear()
                else:
                    time.sleep(PAUSE_S)  # a gateway may drop the wait

    def _repeat(self, method, path, body, headers, give_up_at):
        """Again after a lost connection, 429 and 5xx: none of them says anything about the session."""
        while True:
            try:
                return self._call(method, path, body, headers)
            except (OSError, http.client.HTTPException, AuthlyError) as failure:
                pause = PAUSE_S
                if isinstance(failure, AuthlyError):
                    if failure.status < 500 and failure.status != 429:
                        raise
                    pause = max(failure.retry_after or 0, PAUSE_S)
                if time.time() + pause > give_up_at:
                    raise
                time.sleep(pause)

    def _call(self, method, path, body, headers):
        content = None if body is None else json.dumps(body).encode()
        refused = None
        while True:
            token = self._access_token(refused)
            sent = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **headers}
            try:
                return self._send(method, path, content, sent)
            except AuthlyError as error:
                if error.code != "invalid_token" or refused:
                    raise
                refused = token  # it ended early: once more with a new one

    def _access_token(self, refused):
        """One token for all threads, and one request for it at a time: the token endpoint has a limit."""
        with self._token_lock:
            if self._token == refused or time.monotonic() > self._token_until:
                form = urllib.parse.urlencode({"grant_type": "client_credentials", **self._client}).encode()
                answer = self._send("POST", "/oauth/token", form, {"Content-Type": "application/x-www-form-urlencoded"})
                self._token, self._token_until = answer["access_token"], time.monotonic() + answer["expires_in"] - 60
            return self._token

    def _send(self, method, path, content, headers):
        request = urllib.request.Request(self._base_url + path, content, headers, method=method)
        try:
            with self._opener.open(request, timeout=40) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            try:
                error = json.load(refused)["error"]
            except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
                error = None
            seconds = refused.headers.get("Retry-After") or ""
            retry_after = int(seconds) if re.fullmatch(r"[0-9]{1,4}", seconds) else None
            # A gateway's own error may be a text.
            raise AuthlyError(refused.code, error if isinstance(error, dict) else {}, retry_after) from None


def main(user_refs):
    env = os.environ
    events = Events(int(env["WEBHOOK_PORT"]), env["AUTHLY_WEBHOOK_SECRET"]) if env.get("AUTHLY_WEBHOOK_SECRET") else None
    authly = Authly(env["AUTHLY_BASE_URL"], env["AUTHLY_MERCHANT_ID"], env["AUTHLY_CLIENT_ID"], env["AUTHLY_CLIENT_SECRET"], env.get("AUTHLY_CA_FILE"), events)

    def run(kind, user_ref, fields, outcome):
        if env.get("SANDBOX_OUTCOMES"):  # no app and no finger needed once the page is open
            fields["metadata"] = {"sandbox_outcome": outcome}
        session = authly.create(kind, {"merchant_user_ref": user_ref, **fields})
        print(f"Open this page: {session['popup_url']}\n", end="", flush=True)  # your page opens it; never log it
        found = authly.wait_for_result(session, user_ref)
        if found["status"] != "succeeded":
            raise SystemExit(f"{kind}: {found['status']} {found.get('failure_code', '')}")
        return found["result"]

    def enroll(user_ref):
        finger = run("enrollment", user_ref, {}, "enrolled")["payload"]["finger"]  # keep it: verifications ask for this one
        print(f"enrolled: {finger}\n", end="", flush=True)
        return finger

    def verify(user_ref, finger):
        verified = run("verification", user_ref, {"payload": {"finger": finger}}, "matched")
        print(f"matched: {'true' if verified['matched'] is True else 'false'}\n", end="", flush=True)

    with ThreadPoolExecutor() as threads:
        fingers = list(threads.map(enroll, user_refs))
        list(threads.map(verify, user_refs, fingers))


if __name__ == "__main__":
    main(sys.argv[1:])
