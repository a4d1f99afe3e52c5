<?php
// Authly's events: a session has ended. Signed by Standard Webhooks (standardwebhooks.com has libraries). An event says that it is time to
// read the result, and nothing more: it may come twice, late or never. A script of your web server; here: php -S 127.0.0.1:<port> webhook.php
declare(strict_types=1);

const TOLERANCE_S = 300;
const MAX_BYTES = 64 * 1024;

/** The event, or null where it is not Authly's or too old. $rawBody: the bytes as they came. */
function verifyEvent(string $rawBody, array $headers, string $secret): ?array
{
    [$id, $timestamp, $signatures] = [$headers['id'], $headers['timestamp'], $headers['signature']];
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_S) {
        return null;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$rawBody", $key, true));
    // One for each secret that is live while secrets change.
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($expected, $given)) {
            return json_decode($rawBody, true);
        }
    }
    return null;
}

$headers = [];
foreach (['id', 'timestamp', 'signature'] as $name) {
    $headers[$name] = $_SERVER['HTTP_WEBHOOK_' . strtoupper($name)] ?? '';
}
$rawBody = (string) file_get_contents('php://input', false, null, 0, MAX_BYTES + 1);
$isEvent = $_SERVER['REQUEST_METHOD'] === 'POST' && strlen($rawBody) <= MAX_BYTES;
$event = $isEvent ? verifyEvent($rawBody, $headers, getenv('AUTHLY_WEBHOOK_SECRET')) : null;
// Types that are not known are answered too.
http_response_code($event === null ? 400 : 204);
if (($event['type'] ?? '') === 'session.final' && preg_match('/^ses_\w+$/', $event['data']['session_id'])) {
    @unlink(getenv('WEBHOOK_FOLDER') . '/' . $event['data']['session_id']); // the process that waits looks here; yours is a table
}
