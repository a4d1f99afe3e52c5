<?php
// A merchant's backend: enroll a finger of one user, then verify it. PHP 8.1 or newer, nothing else.
//   php backend.php <merchant_user_ref>
declare(strict_types=1);

/** The service's own error: decide on its name, tell its request id when you ask for help. */
final class AuthlyError extends Exception
{
    public function __construct(public readonly int $status, public readonly string $name, string $requestId)
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
    private ?string $token = null;
    private float $tokenUntil = 0;

    public function __construct(
        private readonly string $baseUrl,
        private readonly string $merchantId,
        private readonly string $clientId,
        private readonly string $clientSecret,
        private readonly ?string $caFile,
        /** Where webhook.php notes which sessions have ended. */
        private readonly ?string $eventsFolder,
    ) {
    }

    /** $kind: enrollment or verification. One key for all attempts: a lost answer never makes a second session. */
    public function create(string $kind, array $fields): array
    {
        $key = bin2hex(random_bytes(16));
        for ($attempt = 0; ; $attempt++) {
            try {
                return $this->call('POST', "/v1/$kind-sessions", ['merchant_id' => $this->merchantId, ...$fields], ["Idempotency-Key: $key"]);
            } catch (AuthlyError | RuntimeException $failure) {
                $isRefusal = $failure instanceof AuthlyError && $failure->status < 500 && $failure->status !== 429;
                if ($isRefusal || $attempt === 2) {
                    throw $failure;
                }
                sleep(1 + $attempt);
            }
        }
    }

    /**
     * The only proof of an outcome. With events it is read when one says that the session has ended; without, each look takes up to 25 seconds
     * and ends at once when the status is final.
     */
    public function waitForResult(array $session, string $userRef): array
    {
        $query = http_build_query(['merchant_user_ref' => $userRef, 'wait' => $this->eventsFolder === null ? 25 : 0]);
        $giveUpAt = strtotime($session['expires_at']) + self::PROCESSING_S;
        do {
            $this->waitForEvent($session['session_id']);
            $result = $this->call('GET', '/v1/sessions/' . rawurlencode($session['session_id']) . "/result?$query");
        } while (!in_array($result['status'], self::FINAL, true) && time() <= $giveUpAt);
        return $result;
    }

    private function waitForEvent(string $sessionId): void
    {
        if ($this->eventsFolder === null) {
            return;
        }
        $until = microtime(true) + self::LOOK_EVERY_S;
        while (!file_exists("$this->eventsFolder/$sessionId") && microtime(true) < $until) {
            usleep(100_000);
            clearstatcache();
        }
    }

    private function call(string $method, string $path, ?array $body = null, array $headers = [], bool $isAgain = false): array
    {
        $own = ['Authorization: Bearer ' . $this->accessToken($isAgain), 'Content-Type: application/json'];
        try {
            return $this->send($method, $path, $body === null ? '' : json_encode($body, JSON_THROW_ON_ERROR), [...$own, ...$headers]);
        } catch (AuthlyError $error) {
            if ($error->name !== 'invalid_token' || $isAgain) {
                throw $error;
            }
            return $this->call($method, $path, $body, $headers, true); // it ended early: once more with a new one
        }
    }

    private function accessToken(bool $renew): string
    {
        if ($renew || microtime(true) > $this->tokenUntil) {
            $form = ['grant_type' => 'client_credentials', 'client_id' => $this->clientId, 'client_secret' => $this->clientSecret];
            $answer = $this->send('POST', '/oauth/token', http_build_query($form), ['Content-Type: application/x-www-form-urlencoded']);
            [$this->token, $this->tokenUntil] = [$answer['access_token'], microtime(true) + $answer['expires_in'] - 60];
        }
        return $this->token;
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
            throw new AuthlyError($status, $answer['error']['code'] ?? 'unknown', $answer['error']['request_id'] ?? '-');
        }
        return $answer;
    }
}

// Your web server runs webhook.php; here it is started beside the backend and ends with it.
$eventsFolder = null;
if (getenv('AUTHLY_WEBHOOK_SECRET')) {
    $eventsFolder = sys_get_temp_dir() . '/authly-events-' . bin2hex(random_bytes(8));
    mkdir($eventsFolder, 0700);
    $server = proc_open(
        [PHP_BINARY, '-q', '-S', '127.0.0.1:' . getenv('WEBHOOK_PORT'), __DIR__ . '/webhook.php'],
        [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']],
        $pipes,
        null,
        ['AUTHLY_WEBHOOK_SECRET' => getenv('AUTHLY_WEBHOOK_SECRET'), 'WEBHOOK_FOLDER' => $eventsFolder],
    );
    register_shutdown_function(static function () use ($server, $eventsFolder): void {
        proc_terminate($server);
        array_map(unlink(...), glob("$eventsFolder/*"));
        rmdir($eventsFolder);
    });
}

$authly = new Authly(getenv('AUTHLY_BASE_URL'), getenv('AUTHLY_MERCHANT_ID'), getenv('AUTHLY_CLIENT_ID'), getenv('AUTHLY_CLIENT_SECRET'), getenv('AUTHLY_CA_FILE') ?: null, $eventsFolder);
$userRef = $argv[1];
// In the sandbox: no app and no finger needed once the page is open.
$outcome = static fn (string $name): array => getenv('SANDBOX_OUTCOMES') ? ['metadata' => ['sandbox_outcome' => $name]] : [];

$run = static function (string $kind, array $fields) use ($authly, $userRef): array {
    $session = $authly->create($kind, ['merchant_user_ref' => $userRef, ...$fields]);
    echo 'Open this page: ', $session['popup_url'], "\n"; // your page opens it; never log it
    $found = $authly->waitForResult($session, $userRef);
    if ($found['status'] !== 'succeeded') {
        fwrite(STDERR, "$kind: {$found['status']} " . ($found['failure_code'] ?? '') . "\n");
        exit(1);
    }
    return $found['result'];
};

$finger = $run('enrollment', $outcome('enrolled'))['payload']['finger']; // keep it: verifications ask for this one
echo "enrolled: $finger\n";
$verified = $run('verification', ['payload' => ['finger' => $finger], ...$outcome('matched')]);
echo 'matched: ', $verified['matched'] === true ? 'true' : 'false', "\n";
