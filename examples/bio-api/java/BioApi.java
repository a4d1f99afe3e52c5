import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;

/**
 * A Merchant Bio API on the JDK's own HTTP server. It listens on loopback in plain HTTP: put your TLS proxy in front, and let it pass the
 * path as it is.
 */
public final class BioApi {
  private static final int MAX_BODY = 1_048_576;
  private static final int DRAINED = 8 * MAX_BODY;
  private static final List<String> FINGERS = List.of("LI", "LM", "RI", "RM");

  private final String merchantId;
  private final String basePath;
  private final BioVerifier verifier;
  private final Store store;

  private BioApi(String merchantId, String basePath, BioVerifier verifier, Store store) {
    this.merchantId = merchantId;
    this.basePath = basePath;
    this.verifier = verifier;
    this.store = store;
  }

  public static void main(String[] args) throws Exception {
    Map<String, String> env = System.getenv();
    Store store = new Store(Path.of(env.getOrDefault("BIO_DATA_DIR", "bio-data")));
    Path caFile = env.containsKey("AUTHLY_CA_FILE") ? Path.of(env.get("AUTHLY_CA_FILE")) : null;
    BioVerifier verifier = new BioVerifier(env.get("AUTHLY_MERCHANT_ID"), env.get("AUTHLY_BASE_URL"), caFile, store);
    String basePath = env.getOrDefault("BIO_BASE_PATH", "/bio").replaceAll("/+$", "");
    int port = Integer.parseInt(env.getOrDefault("BIO_PORT", "3000"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 64);
    server.createContext("/", new BioApi(env.get("AUTHLY_MERCHANT_ID"), basePath, verifier, store)::handle);
    server.setExecutor(Executors.newFixedThreadPool(16));
    server.start();
    System.out.println("Bio API on http://127.0.0.1:" + port + basePath);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String sentId = exchange.getRequestHeaders().getFirst("X-Request-Id");
    String requestId = sentId != null ? sentId : UUID.randomUUID().toString();
    int status = 200;
    String answer;
    try {
      answer = answer(exchange);
    } catch (BioVerifier.Refusal refusal) {
      status = refusal.status;
      answer = error(refusal.code, requestId);
    } catch (Exception failure) {
      // Its text may quote a body: only its kind is told.
      System.err.println(failure.getClass().getName() + " " + Json.quote(requestId));
      status = 500;
      answer = error("merchant_bio_internal_error", requestId);
    }
    // A caller that is still sending hears the answer, too.
    drain(exchange.getRequestBody());
    byte[] content = answer.getBytes(StandardCharsets.UTF_8);
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, isHead ? -1 : content.length);
    if (!isHead) exchange.getResponseBody().write(content);
    exchange.close();
  }

  private static void drain(InputStream body) throws IOException {
    byte[] chunk = new byte[65_536];
    for (int left = DRAINED, read; left > 0 && (read = body.read(chunk)) >= 0; left -= read) {}
  }

  private String answer(HttpExchange exchange) throws Exception {
    var address = exchange.getRequestURI();
    boolean isStore = address.getRawPath().equals(basePath + "/enrollments");
    if (!isStore && !address.getRawPath().equals(basePath + "/enrollments/lookup")) throw new BioVerifier.Refusal(404, "not_found");
    if (!exchange.getRequestMethod().equals("POST")) throw new BioVerifier.Refusal(405, "method_not_allowed");
    byte[] raw = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
    if (raw.length > MAX_BODY) throw new BioVerifier.Refusal(413, "payload_too_large");
    String path = address.getRawPath() + (address.getRawQuery() == null ? "" : "?" + address.getRawQuery());
    String hash = verifier.verify("POST", path, exchange.getRequestHeaders()::getFirst, raw);
    Map<?, ?> body = parse(raw, isStore, exchange.getRequestHeaders().getFirst("Idempotency-Key"));
    Map<?, ?> payload = (Map<?, ?>) body.get("payload");
    String userRef = (String) body.get("merchant_user_ref");
    String finger = (String) payload.get("finger");
    if (!isStore) return store.find(userRef, finger);
    return store.write((String) body.get("enrollment_session_id"), hash, userRef, finger, payload);
  }

  /** The field tables, then whom the call is meant for: one key signs for all merchants. */
  private Map<?, ?> parse(byte[] raw, boolean isStore, String idempotencyKey) throws BioVerifier.Refusal {
    String session = isStore ? "enrollment_session_id" : "verification_session_id";
    Object document = Json.parse(raw);
    if (!(document instanceof Map<?, ?> body) || !(body.get("payload") instanceof Map<?, ?> payload))
      throw new BioVerifier.Refusal(400, "invalid_request");
    boolean outer = areTexts(body, "merchant_id", "merchant_user_ref", session, "type") && (!isStore || areTexts(body, "captured_at"));
    if (!outer) throw new BioVerifier.Refusal(400, "invalid_request");
    String userRef = (String) body.get("merchant_user_ref");
    if (userRef.codePointCount(0, userRef.length()) > 256) throw new BioVerifier.Refusal(400, "invalid_request");
    if (!body.get("type").equals("fingerprint")) throw new BioVerifier.Refusal(400, "unsupported_bio_type");
    boolean inner = areTexts(payload, "finger") && (!isStore || areTexts(payload, "features", "enc_key"));
    if (!inner || (isStore && !isTime((String) body.get("captured_at")))) throw new BioVerifier.Refusal(400, "invalid_request");
    if (!FINGERS.contains(payload.get("finger"))) throw new BioVerifier.Refusal(400, "unsupported_finger");
    if (!body.get("merchant_id").equals(merchantId) || (isStore && !body.get(session).equals(idempotencyKey)))
      throw new BioVerifier.Refusal(401, "signature_mismatch");
    return body;
  }

  private static boolean areTexts(Map<?, ?> fields, String... names) {
    for (String name : names)
      if (!(fields.get(name) instanceof String text) || text.isEmpty() || text.indexOf('\0') >= 0) return false;
    return true;
  }

  private static boolean isTime(String text) {
    try {
      OffsetDateTime.parse(text.replaceFirst("([+-]\\d\\d)(\\d\\d)$", "$1:$2").replaceFirst("(:\\d\\d[+-]\\d\\d)$", "$1:00"));
      return true;
    } catch (DateTimeException noTime) {
      return false;
    }
  }

  private static String error(String code, String requestId) {
    return "{\"error\":{\"code\":\"" + code + "\",\"message\":\"" + code.replace('_', ' ') + "\",\"request_id\":" + Json.quote(requestId) + "}}";
  }

  /**
   * One file an enrollment, idempotency key and nonce, each named by the hash of what it is filed by: an exact comparison. Written beside,
   * synced and moved, so that a crash leaves the old one or the new one. For one process; use a database for more.
   */
  private static final class Store implements BioVerifier.Nonces {
    private static final Map<String, Long> KEPT_MS = Map.of("nonces", 660_000L, "idempotency", 90_000_000L);
    private final Path folder;
    private long cleanedAtMs;

    Store(Path folder) throws IOException {
      this.folder = folder;
      for (String kind : List.of("enrollments", "idempotency", "nonces")) Files.createDirectories(folder.resolve(kind));
    }

    @Override
    public boolean isUsed(String nonce) throws Exception {
      return read("nonces", nonce.toLowerCase()) != null;
    }

    @Override
    public synchronized boolean claim(String nonce) throws Exception {
      clean();
      if (isUsed(nonce)) return false;
      put("nonces", nonce.toLowerCase(), "");
      return true;
    }

    /**
     * Claims the idempotency key and overwrites the enrollment in one step; a repeat gets the earlier answer. The enrollment comes first:
     * after a crash in between, the retry stores the same again.
     */
    synchronized String write(String key, String bodyHash, String userRef, String finger, Map<?, ?> payload) throws Exception {
      String earlier = read("idempotency", key);
      if (earlier != null) {
        if (!earlier.startsWith(bodyHash)) throw new BioVerifier.Refusal(409, "idempotency_conflict");
        return earlier.substring(bodyHash.length());
      }
      String ref = UUID.randomUUID().toString();
      String now = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
      Map<String, String> data = new LinkedHashMap<>();
      for (String name : List.of("features", "enc_key")) data.put(name, (String) payload.get(name));
      String found = "{\"found\":true,\"payload\":" + Json.text(data) + ",\"enrollment_ref\":\"" + ref + "\",\"enrolled_at\":\"" + now + "\"}";
      put("enrollments", userRef + '\0' + finger, found);
      String answer = "{\"stored\":true,\"enrollment_ref\":\"" + ref + "\",\"stored_at\":\"" + now + "\"}";
      put("idempotency", key, bodyHash + answer);
      return answer;
    }

    /** An enrollment is kept as the answer that gives it back. */
    String find(String userRef, String finger) throws Exception {
      String found = read("enrollments", userRef + '\0' + finger);
      if (found == null) throw new BioVerifier.Refusal(404, "bio_enrollment_not_found");
      return found;
    }

    private Path path(String kind, String name) throws Exception {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return folder.resolve(kind).resolve(HexFormat.of().formatHex(hash));
    }

    private String read(String kind, String name) throws Exception {
      try {
        return Files.readString(path(kind, name));
      } catch (NoSuchFileException none) {
        return null;
      }
    }

    private void put(String kind, String name, String content) throws Exception {
      Path unfinished = Files.createTempFile(folder.resolve(kind), "unfinished", "");
      try (FileChannel file = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) file.write(bytes);
        file.force(true);
      }
      Files.move(unfinished, path(kind, name), StandardCopyOption.ATOMIC_MOVE);
      try (FileChannel directory = FileChannel.open(folder.resolve(kind))) {
        directory.force(true);
      }
    }

    /** What is past its time goes, at most once a minute. */
    private void clean() throws IOException {
      long now = System.currentTimeMillis();
      if (now - cleanedAtMs < 60_000) return;
      cleanedAtMs = now;
      for (var kept : KEPT_MS.entrySet())
        try (var files = Files.newDirectoryStream(folder.resolve(kept.getKey()))) {
          for (Path file : files) if (now - Files.getLastModifiedTime(file).toMillis() > kept.getValue()) Files.deleteIfExists(file);
        }
    }
  }

  /** Just enough JSON: objects as maps, strings as strings, everything else as a value that is no string. */
  static final class Json {
    private static final int MAX_DEPTH = 64;
    private final String text;
    private int at;

    private Json(String text) {
      this.text = text;
    }

    /** Null for what is no JSON in UTF-8. */
    static Object parse(byte[] raw) {
      try {
        Json json = new Json(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw)).toString());
        Object value = json.value(0);
        json.blanks();
        return json.at == json.text.length() ? value : null;
      } catch (CharacterCodingException | IllegalStateException | IndexOutOfBoundsException | NumberFormatException notJson) {
        return null;
      }
    }

    static String text(Map<String, String> fields) {
      StringBuilder out = new StringBuilder("{");
      fields.forEach((name, value) -> out.append(out.length() > 1 ? "," : "").append(quote(name)).append(':').append(quote(value)));
      return out.append('}').toString();
    }

    static String quote(String value) {
      StringBuilder out = new StringBuilder("\"");
      for (char c : value.toCharArray()) {
        if (c == '"' || c == '\\') out.append('\\').append(c);
        else if (c < ' ') out.append(String.format("\\u%04x", (int) c));
        else out.append(c);
      }
      return out.append('"').toString();
    }

    private Object value(int depth) {
      if (depth > MAX_DEPTH) throw new IllegalStateException();
      blanks();
      char c = text.charAt(at);
      if (c == '{') return object(depth);
      if (c == '[') return array(depth);
      if (c == '"') return string();
      for (String word : List.of("true", "false", "null")) if (text.startsWith(word, at)) return skip(word.length());
      int start = at;
      while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
      return Double.valueOf(text.substring(start, at));
    }

    private Object skip(int length) {
      at += length;
      return Boolean.FALSE;
    }

    private Map<String, Object> object(int depth) {
      Map<String, Object> fields = new LinkedHashMap<>();
      at++;
      for (blanks(); text.charAt(at) != '}'; blanks()) {
        if (!fields.isEmpty()) expect(',');
        blanks();
        String name = string();
        blanks();
        expect(':');
        fields.put(name, value(depth + 1));
      }
      at++;
      return fields;
    }

    private List<Object> array(int depth) {
      at++;
      for (boolean isFirst = true; ; isFirst = false) {
        blanks();
        if (text.charAt(at) == ']') break;
        if (!isFirst) expect(',');
        value(depth + 1);
      }
      at++;
      return List.of();
    }

    private String string() {
      expect('"');
      StringBuilder out = new StringBuilder();
      for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
        if (c < ' ') throw new IllegalStateException();
        out.append(c == '\\' ? escaped(text.charAt(at++)) : c);
      }
      // A lone surrogate is no text: it would be written as something else.
      if (!StandardCharsets.UTF_8.newEncoder().canEncode(out)) throw new IllegalStateException();
      return out.toString();
    }

    private char escaped(char c) {
      int which = "\"\\/bfnrt".indexOf(c);
      if (which >= 0) return "\"\\/\b\f\n\r\t".charAt(which);
      if (c != 'u') throw new IllegalStateException();
      at += 4;
      return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }

    private void expect(char c) {
      if (text.charAt(at++) != c) throw new IllegalStateException();
    }

    private void blanks() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }
  }
}
