import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A merchant's backend: enroll a finger of each user, then verify it. JDK 17: javac *.java, then java Backend <merchant_user_ref> ... */
public final class Backend {
  private static final Set<String> FINAL = Set.of("succeeded", "failed", "expired", "canceled");
  /** How long an outcome may follow expires_at: what was captured in the last second is still processed. */
  private static final Duration PROCESSING = Duration.ofSeconds(195);
  /** An event can be late: beside them a look each minute. */
  private static final Duration LOOK_EVERY = Duration.ofMinutes(1);
  /** A creation without an answer is repeated for this long, a result until the session is over. */
  private static final Duration CREATE_WITHIN = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** The service's own error: decide on its code, tell its request id when you ask for help. */
  static final class AuthlyException extends Exception {
    private static final long serialVersionUID = 1;
    final int status;
    final String code;
    final Duration retryAfter;

    AuthlyException(HttpResponse<String> answer) {
      super(answer.statusCode() + " " + text(answer.body(), "code") + " (" + text(answer.body(), "request_id") + ")");
      this.status = answer.statusCode();
      this.code = text(answer.body(), "code");
      String seconds = answer.headers().firstValue("Retry-After").orElse("");
      this.retryAfter = seconds.matches("\\d{1,4}") ? Duration.ofSeconds(Long.parseLong(seconds)) : PAUSE;
    }
  }

  private final HttpClient client;
  private final String baseUrl;
  private final Map<String, String> env;
  private final Webhook events;
  private String token;
  private Instant tokenUntil = Instant.MIN;

  private Backend(Map<String, String> env) throws Exception {
    this.env = env;
    this.baseUrl = env.get("AUTHLY_BASE_URL").replaceAll("/+$", "");
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10));
    if (env.containsKey("AUTHLY_CA_FILE")) builder.sslContext(trusting(Path.of(env.get("AUTHLY_CA_FILE"))));
    this.client = builder.build();
    String secret = env.get("AUTHLY_WEBHOOK_SECRET");
    this.events = secret == null ? null : new Webhook(Integer.parseInt(env.get("WEBHOOK_PORT")), secret);
  }

  public static void main(String[] args) throws Exception {
    Backend backend = new Backend(System.getenv());
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Callable<String>> enrollments = new ArrayList<>(), verifications = new ArrayList<>();
    for (String userRef : args) enrollments.add(() -> backend.enroll(userRef));
    List<Future<String>> fingers = threads.invokeAll(enrollments);
    for (int i = 0; i < args.length; i++) {
      String userRef = args[i], finger = fingers.get(i).get();
      verifications.add(() -> backend.verify(userRef, finger));
    }
    for (Future<String> verified : threads.invokeAll(verifications)) verified.get();
    System.exit(0);
  }

  private String enroll(String userRef) throws Exception {
    String finger = text(run("enrollment", userRef, "", "enrolled"), "finger"); // keep it: verifications ask for this one
    System.out.println("enrolled: " + finger);
    return finger;
  }

  private String verify(String userRef, String finger) throws Exception {
    String verified = run("verification", userRef, ",\"payload\":{\"finger\":" + quote(finger) + "}", "matched");
    System.out.println("matched: " + Pattern.compile("\"matched\"\\s*:\\s*true\\b").matcher(verified).find());
    return verified;
  }

  private String run(String kind, String userRef, String moreFields, String outcome) throws Exception {
    String session = create(kind, "\"merchant_user_ref\":" + quote(userRef) + moreFields + sandboxOutcome(outcome));
    System.out.println("Open this page: " + text(session, "popup_url")); // your page opens it; never log it
    String result = waitForResult(session, userRef);
    if (text(result, "status").equals("succeeded")) return result;
    System.err.println(kind + ": " + text(result, "status") + " " + text(result, "failure_code"));
    System.exit(1);
    return null;
  }

  /** kind: enrollment or verification. One key for all attempts: a lost answer never makes a second session. */
  private String create(String kind, String fields) throws Exception {
    String key = UUID.randomUUID().toString();
    String body = "{\"merchant_id\":" + quote(env.get("AUTHLY_MERCHANT_ID")) + "," + fields + "}";
    return repeat("POST", "/v1/" + kind + "-sessions", body, key, Instant.now().plus(CREATE_WITHIN));
  }

  /**
   * The only proof of an outcome. With events it is read again when one says that the session has ended; without, each look takes up to 25 seconds
   * and ends at once when the status is final.
   */
  private String waitForResult(String session, String userRef) throws Exception {
    Instant giveUpAt = Instant.parse(text(session, "expires_at")).plus(PROCESSING);
    String sessionId = text(session, "session_id");
    String wait = events == null ? "25" : "0";
    String path = "/v1/sessions/" + encoded(sessionId) + "/result?wait=" + wait + "&merchant_user_ref=" + encoded(userRef);
    Semaphore ended = events == null ? null : events.of(sessionId);
    try {
      while (true) {
        String result = repeat("GET", path, null, null, giveUpAt);
        if (FINAL.contains(text(result, "status")) || Instant.now().isAfter(giveUpAt)) return result;
        if (ended != null) ended.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        else Thread.sleep(PAUSE.toMillis()); // a gateway may drop the wait
      }
    } finally {
      if (ended != null) events.forget(sessionId);
    }
  }

  /** Again after a lost connection, 429 and 5xx: none of them says anything about the session. */
  private String repeat(String method, String path, String body, String idempotencyKey, Instant giveUpAt) throws Exception {
    while (true) {
      try {
        return call(method, path, body, idempotencyKey);
      } catch (IOException | AuthlyException failure) {
        Duration asked = failure instanceof AuthlyException refused ? refused.retryAfter : PAUSE;
        Duration pause = asked.compareTo(PAUSE) < 0 ? PAUSE : asked;
        boolean isRefusal = failure instanceof AuthlyException refused && refused.status < 500 && refused.status != 429;
        if (isRefusal || Instant.now().plus(pause).isAfter(giveUpAt)) throw failure;
        Thread.sleep(pause.toMillis());
      }
    }
  }

  private String call(String method, String path, String body, String idempotencyKey) throws Exception {
    var content = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
    String refused = null;
    while (true) {
      String current = accessToken(refused);
      HttpRequest.Builder request = request(path).header("Authorization", "Bearer " + current).header("Content-Type", "application/json");
      if (idempotencyKey != null) request.header("Idempotency-Key", idempotencyKey);
      try {
        return send(request.method(method, content).build());
      } catch (AuthlyException error) {
        if (!error.code.equals("invalid_token") || refused != null) throw error;
        refused = current; // it ended early: once more with a new one
      }
    }
  }

  /** One token for all threads, and one request for it at a time: the token endpoint has a limit. */
  private synchronized String accessToken(String refused) throws Exception {
    if (Objects.equals(token, refused) || Instant.now().isAfter(tokenUntil)) {
      String form = "grant_type=client_credentials&client_id=" + encoded(env.get("AUTHLY_CLIENT_ID")) + "&client_secret=" + encoded(env.get("AUTHLY_CLIENT_SECRET"));
      String answer = send(request("/oauth/token").header("Content-Type", "application/x-www-form-urlencoded")
          .POST(HttpRequest.BodyPublishers.ofString(form)).build());
      token = text(answer, "access_token");
      tokenUntil = Instant.now().plusSeconds(Long.parseLong(answer.replaceAll("(?s).*\"expires_in\"\\s*:\\s*(\\d+).*", "$1")) - 60);
    }
    return token;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(baseUrl + path)).timeout(Duration.ofSeconds(40));
  }

  private String send(HttpRequest request) throws Exception {
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 300) throw new AuthlyException(answer);
    return answer.body();
  }

  /** The sandbox needs no app and no finger once the page is open. */
  private String sandboxOutcome(String name) {
    return env.containsKey("SANDBOX_OUTCOMES") ? ",\"metadata\":{\"sandbox_outcome\":\"" + name + "\"}" : "";
  }

  /** A field of an answer, whose values need no unescaping here. Use your JSON library instead. */
  private static String text(String json, String name) {
    var found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"]*)\"").matcher(json);
    return found.find() ? found.group(1) : "";
  }

  private static String quote(String value) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : value.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ') out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private static SSLContext trusting(Path caFile) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var pem = Files.newInputStream(caFile)) {
      int count = 0;
      for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(pem))
        store.setCertificateEntry("ca" + count++, certificate);
    }
    TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
