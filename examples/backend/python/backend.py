"""A merchant's backend: enroll a finger of one user, then verify it. Python 3.9 or newer, standard library.

    python3 backend.py <merchant_user_ref>
"""

import json
import os
import ssl
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import datetime, timezone

from webhook import Events

FINAL = ("succeeded", "failed", "expired", "canceled")
# How long an outcome may follow expires_at: what was captured in the last second is still processed.
PROCESSING_S = 195
# An event can be late: beside them a look each minute.
LOOK_EVERY_S = 60


class AuthlyError(Exception):
    """The service's own error: decide on its code, tell its request id when you ask for help."""

    def __init__(self, status, error):
        super().__init__(f"{status} {error.get('code')} ({error.get('request_id')})")
        self.status, self.code = status, error.get("code")


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
        self._token, self._token_until = None, 0.0

    def create(self, kind, fields):
        """kind: enrollment or verification. One key for all attempts: a lost answer never makes a second session."""
        key = str(uuid.uuid4())
        for attempt in range(3):
            try:
                body = {"merchant_id": self._merchant_id, **fields}
                return self._call("POST", f"/v1/{kind}-sessions", body, {"Idempotency-Key": key})
            except (OSError, AuthlyError) as failure:
                if attempt == 2 or (isinstance(failure, AuthlyError) and failure.status < 500 and failure.status != 429):
                    raise
                time.sleep(1 + attempt)

    def wait_for_result(self, session, user_ref):
        """The only proof of an outcome. With events it is read when one says that the session has ended; without, each look takes up
        to 25 seconds and ends at once when the status is final."""
        give_up_at = datetime.fromisoformat(session["expires_at"].replace("Z", "+00:00")).timestamp() + PROCESSING_S
        query = urllib.parse.urlencode({"merchant_user_ref": user_ref, "wait": 0 if self._events else 25})
        path = f"/v1/sessions/{urllib.parse.quote(session['session_id'], safe='')}/result?{query}"
        while True:
            if self._events:
                self._events.wait(session["session_id"], LOOK_EVERY_S)
            result = self._call("GET", path)
            if result["status"] in FINAL or datetime.now(timezone.utc).timestamp() > give_up_at:
                return result

    def _call(self, method, path, body=None, headers=None, is_again=False):
        token = self._access_token(renew=is_again)
        content = None if body is None else json.dumps(body).encode()
        sent = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **(headers or {})}
        try:
            return self._send(method, path, content, sent)
        except AuthlyError as error:
            if error.code != "invalid_token" or is_again:
                raise
            return self._call(method, path, body, headers, is_again=True)  # it ended early: once more with a new one

    def _access_token(self, renew):
        if renew or time.monotonic() > self._token_until:
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
            except (ValueError, KeyError, TypeError):
                error = {}
            raise AuthlyError(refused.code, error) from None


def main(user_ref):
    env = os.environ
    events = Events(int(env["WEBHOOK_PORT"]), env["AUTHLY_WEBHOOK_SECRET"]) if env.get("AUTHLY_WEBHOOK_SECRET") else None
    authly = Authly(env["AUTHLY_BASE_URL"], env["AUTHLY_MERCHANT_ID"], env["AUTHLY_CLIENT_ID"], env["AUTHLY_CLIENT_SECRET"], env.get("AUTHLY_CA_FILE"), events)

    def outcome(name):  # in the sandbox: no app and no finger needed once the page is open
        return {"metadata": {"sandbox_outcome": name}} if env.get("SANDBOX_OUTCOMES") else {}

    session = authly.create("enrollment", {"merchant_user_ref": user_ref, **outcome("enrolled")})
    print("Open this page:", session["popup_url"], flush=True)  # your page opens it; never log it
    enrolled = authly.wait_for_result(session, user_ref)
    if enrolled["status"] != "succeeded":
        sys.exit(f"not enrolled: {enrolled['status']} {enrolled.get('failure_code', '')}")
    finger = enrolled["result"]["payload"]["finger"]  # keep it: verifications ask for this one
    print("enrolled:", finger, flush=True)

    fields = {"merchant_user_ref": user_ref, "payload": {"finger": finger}, **outcome("matched")}
    session = authly.create("verification", fields)
    print("Open this page:", session["popup_url"], flush=True)
    verified = authly.wait_for_result(session, user_ref)
    if verified["status"] != "succeeded":
        sys.exit(f"not verified: {verified['status']} {verified.get('failure_code', '')}")
    print("matched:", "true" if verified["result"]["matched"] is True else "false", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
