import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Authly's events: a session has ended. Signed by Standard Webhooks (standardwebhooks.com has libraries). An event says that it is time to
 * read the result, and nothing more: it may come twice, late or never.
 */
final class Webhook {
  private static final long TOLERANCE_S = 300;
  private static final int MAX_BYTES = 64 * 1024;
  private static final Pattern SESSION_ID = Pattern.compile("\"session_id\"\\s*:\\s*\"([^\"]*)\"");

  private final byte[] key;
  /** Only sessions that a thread waits for, so that events of others leave nothing behind. */
  private final Map<String, Semaphore> waiting = new ConcurrentHashMap<>();

  /** Listens on loopback, behind your TLS proxy. */
  Webhook(int port, String secret) throws IOException {
    this.key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    // A client that sends nothing would keep its thread.
    System.setProperty("sun.net.httpserver.maxReqTime", "15");
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/", this::receive);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  /** Gets a permit when the event of this session comes. Read the result once before you wait: the event may have come earlier. */
  Semaphore of(String sessionId) {
    return waiting.computeIfAbsent(sessionId, id -> new Semaphore(0));
  }

  void forget(String sessionId) {
    waiting.remove(sessionId);
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] rawBody = exchange.getRequestBody().readNBytes(MAX_BYTES + 1);
      boolean isEvent = exchange.getRequestMethod().equals("POST") && rawBody.length <= MAX_BYTES && isSigned(rawBody, exchange);
      // Answered before anything slow is done; types that are not known are answered too.
      exchange.sendResponseHeaders(isEvent ? 204 : 400, -1);
      String text = new String(rawBody, StandardCharsets.UTF_8);
      var sessionId = SESSION_ID.matcher(text);
      Semaphore ended = isEvent && text.contains("\"session.final\"") && sessionId.find() ? waiting.get(sessionId.group(1)) : null;
      if (ended != null) ended.release();
    }
  }

  private boolean isSigned(byte[] rawBody, HttpExchange exchange) {
    String id = header(exchange, "webhook-id");
    String timestamp = header(exchange, "webhook-timestamp");
    if (!timestamp.matches("\\d{1,12}") || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > TOLERANCE_S) return false;
    byte[] expected = ("v1," + Base64.getEncoder().encodeToString(hmac(id + "." + timestamp + ".", rawBody))).getBytes(StandardCharsets.US_ASCII);
    // One for each secret that is live while secrets change.
    for (String given : header(exchange, "webhook-signature").split(" "))
      if (MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.US_ASCII))) return true;
    return false;
  }

  private byte[] hmac(String before, byte[] rawBody) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(before.getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(rawBody);
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }
}
