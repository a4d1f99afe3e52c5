<?php
// A merchant's backend: enroll a finger of each user, then verify it. PHP 8.1 or newer, nothing else.
//   php backend.php <merchant_user_ref> ...
declare(strict_types=1);

/** The service's own error: decide on its name, tell its request id when you ask for help. */
final class AuthlyError extends Exception
{
    public function __construct(public readonly int $status, public readonly string $name, string $requestId, public readonly int $retryAfter)
    {
        parent::__construct("$status $name ($requestId)");
    }
}

final class Authly
{
    private const FINAL = ['succeeded', 'failed', 'expired', 'canceled'];
    /** How long an outcome may follow expires_at: what was captured in the last second is still processed. */
    private const PROCESSING_S = 195;
    /** An event can be late: beside them a look each minute. */
    private const LOOK_EVERY_S = 60;
    /** A creation without an answer is repeated for this long, a result until the session is over. */
    private const CREATE_WITHIN_S = 30;
    public const PAUSE_S = 2;

    public function __construct(
        private readonly string $baseUrl,
        private readonly string $merchantId,
        private readonly string $clientId,
        private readonly string $clientSecret,
        private readonly ?string $caFile,
        /** Private to you. All of PHP's processes share the token in it. With APCu or Redis, keep it there. */
        private readonly string $folder,
        /** If set, webhook.php notes in the folder which sessions have ended. */
        private readonly bool $hasEvents,
    ) {
    }

    /** $kind: enrollment or verification. One key for all attempts: a lost answer never makes a second session. */
    public function create(string $kind, array $fields): array
    {
        $body = ['merchant_id' => $this->merchantId, ...$fields];
        return $this->repeat('POST', "/v1/$kind-sessions", $body, ['Idempotency-Key: ' . bin2hex(random_bytes(16))], time() + self::CREATE_WITHIN_S);
    }

    /**
     * The only proof of an outcome. With events it is read again when one says that the session has ended; without, each look takes up to 25
     * seconds and ends at once when the status is final.
     */
    public function waitForResult(array $session, string $userRef): array
    {
        $query = http_build_query(['merchant_user_ref' => $userRef, 'wait' => $this->hasEvents ? 0 : 25]);
        $giveUpAt = strtotime($session['expires_at']) + self::PROCESSING_S;
        // webhook.php removes the file. Only sessions that a process waits for have one, so that events of others leave nothing behind.
        $waiting = "$this->folder/{$session['session_id']}";
        try {
            while (true) {
                touch($waiting);
                $result = $this->repeat('GET', '/v1/sessions/' . rawurlencode($session['session_id']) . "/result?$query", null, [], $giveUpAt);
                if (in_array($result['status'], self::FINAL, true) || time() > $giveUpAt) {
                    return $result;
                }
                $this->waitForEvent($waiting);
            }
        } finally {
            @unlink($waiting);
        }
    }

    private function waitForEvent(string $waiting): void
    {
        if (!$this->hasEvents) {
            sleep(self::PAUSE_S); // a gateway may drop the wait
        }
        $until = microtime(true) + self::LOOK_EVERY_S;
        while ($this->hasEvents && file_exists($waiting) && microtime(true) < $until) {
            usleep(100_000);
            clearstatcache();
        }
    }

    /** Again after a lost connection, 429 and 5xx: none of them says anything about the session. */
    private function repeat(string $method, string $path, ?array $body, array $headers, int $giveUpAt): array
    {
        while (true) {
            try {
                return $this->call($method, $path, $body, $headers);
            } catch (AuthlyError | RuntimeException $failure) {
                $isError = $failure instanceof AuthlyError;
                $pause = max($isError ? $failure->retryAfter : 0, self::PAUSE_S);
                if (($isError && $failure->status < 500 && $failure->status !== 429) || time() + $pause > $giveUpAt) {
                    throw $failure;
                }
                sleep($pause);
            }
        }
    }

    private function call(string $method, string $path, ?array $body, array $headers): array
    {
        $content = $body === null ? '' : json_encode($body, JSON_THROW_ON_ERROR);
        $refused = null;
        while (true) {
            $token = $this->accessToken($refused);
            try {
                return $this->send($method, $path, $content, ["Authorization: Bearer $token", 'Content-Type: application/json', ...$headers]);
            } catch (AuthlyError $error) {
                if ($error->name !== 'invalid_token' || $refused !== null) {
                    throw $error;
                }
                $refused = $token; // it ended early: once more with a new one
            }
        }
    }

    /** One request for it at a time: the token endpoint has a limit. */
    private function accessToken(?string $refused): string
    {
        $file = fopen("$this->folder/token", 'c+');
        try {
            flock($file, LOCK_EX);
            [$token, $until] = json_decode(stream_get_contents($file), true) ?? [null, 0];
            if ($token === $refused || time() > $until) {
                $form = ['grant_type' => 'client_credentials', 'client_id' => $this->clientId, 'client_secret' => $this->clientSecret];
                $answer = $this->send('POST', '/oauth/token', http_build_query($form), ['Content-Type: application/x-www-form-urlencoded']);
                $token = $answer['access_token'];
                rewind($file);
                ftruncate($file, 0);
                fwrite($file, json_encode([$token, time() + $answer['expires_in'] - 60], JSON_THROW_ON_ERROR));
            }
            return $token;
        } finally {
            fclose($file);
        }
    }

    private function send(string $method, string $path, string $content, array $headers): array
    {
        $context = stream_context_create([
            'http' => ['method' => $method, 'header' => $headers, 'content' => $content, 'timeout' => 40, 'ignore_errors' => true, 'follow_location' => 0],
            'ssl' => $this->caFile === null ? [] : ['cafile' => $this->caFile],
        ]);
        $text = @file_get_contents(rtrim($this->baseUrl, '/') . $path, false, $context);
        if ($text === false) {
            throw new RuntimeException('No answer.');
        }
        $status = (int) explode(' ', $http_response_header[0])[1];
        $answer = json_decode($text, true);
        if ($status >= 300 || !is_array($answer)) {
            preg_match('/^retry-after: *(\d{1,4})\r?$/im', implode("\n", $http_response_header), $seconds);
            throw new AuthlyError($status, $answer['error']['code'] ?? 'unknown', $answer['error']['request_id'] ?? '-', (int) ($seconds[1] ?? 0));
        }
        return $answer;
    }
}

$folder = getenv('AUTHLY_STATE_FOLDER') ?: sys_get_temp_dir() . '/authly-' . bin2hex(random_bytes(8));
@mkdir($folder, 0700);

// Your web server runs webhook.php; here it is started beside the backend and ends with it.
if (getenv('AUTHLY_WEBHOOK_SECRET')) {
    $server = proc_open(
        [PHP_BINARY, '-q', '-S', '127.0.0.1:' . getenv('WEBHOOK_PORT'), __DIR__ . '/webhook.php'],
        [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']],
        $pipes,
        null,
        ['AUTHLY_WEBHOOK_SECRET' => getenv('AUTHLY_WEBHOOK_SECRET'), 'WEBHOOK_FOLDER' => $folder],
    );
    register_shutdown_function(static fn () => proc_terminate($server));
}
if (!getenv('AUTHLY_STATE_FOLDER')) {
    register_shutdown_function(static function () use ($folder): void {
        array_map(unlink(...), glob("$folder/*"));
        rmdir($folder);
    });
}

$authly = new Authly(getenv('AUTHLY_BASE_URL'), getenv('AUTHLY_MERCHANT_ID'), getenv('AUTHLY_CLIENT_ID'), getenv('AUTHLY_CLIENT_SECRET'), getenv('AUTHLY_CA_FILE') ?: null, $folder, (bool) getenv('AUTHLY_WEBHOOK_SECRET'));
$userRefs = array_slice($argv, 1);
// The sandbox needs no app and no finger once the page is open.
$outcome = static fn (string $name): array => getenv('SANDBOX_OUTCOMES') ? ['metadata' => ['sandbox_outcome' => $name]] : [];

$run = static function (string $kind, string $userRef, array $fields) use ($authly): array {
    $session = $authly->create($kind, ['merchant_user_ref' => $userRef, ...$fields]);
    echo 'Open this page: ', $session['popup_url'], "\n"; // your page opens it; never log it
    $found = $authly->waitForResult($session, $userRef);
    if ($found['status'] !== 'succeeded') {
        fwrite(STDERR, "$kind: {$found['status']} " . ($found['failure_code'] ?? '') . "\n");
        exit(1);
    }
    return $found['result'];
};

$fingers = [];
foreach ($userRefs as $userRef) {
    $fingers[$userRef] = $run('enrollment', $userRef, $outcome('enrolled'))['payload']['finger']; // keep it: verifications ask for this one
    echo "enrolled: $fingers[$userRef]\n";
}
foreach ($userRefs as $userRef) {
    $verified = $run('verification', $userRef, ['payload' => ['finger' => $fingers[$userRef]], ...$outcome('matched')]);
    echo 'matched: ', $verified['matched'] === true ? 'true' : 'false', "\n";
}
