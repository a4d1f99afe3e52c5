import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.X509EncodedKeySpec;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The eight steps before a store or lookup, in the contract's order. It knows no HTTP server and no framework: give it what came in. JDK 17, nothing else.
 */
public final class BioVerifier {
  /** Used nonces. An implementation that fails throws, and the call is refused. */
  public interface Nonces {
    boolean isUsed(String nonce) throws Exception;

    /** True for exactly one caller; remembered for eleven minutes at least. */
    boolean claim(String nonce) throws Exception;
  }

  /** A row of the contract's error table. Its message is fixed: nothing of a body gets into it. */
  public static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    public final int status;
    public final String code;

    public Refusal(int status, String code) {
      super(code, null, false, false);
      this.status = status;
      this.code = code;
    }
  }

  private static final Duration TOLERANCE = Duration.ofMinutes(5);
  private static final Pattern UUID_FORM = Pattern.compile("(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final Pattern SIGNATURE_FORM = Pattern.compile("v2=[A-Za-z0-9+/]{86}==");
  private static final Pattern UTC_FORM = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|\\+00:00)");

  private final String merchantId;
  private final KeyList keys;
  private final Nonces nonces;

  /** `caFile` may be null: a PEM file to trust instead of the system's CAs; the sandbox has one. */
  public BioVerifier(String merchantId, String serviceUrl, Path caFile, Nonces nonces) throws Exception {
    this.merchantId = merchantId;
    this.keys = new KeyList(serviceUrl, caFile);
    this.nonces = nonces;
  }

  /**
   * Returns the hex SHA-256 of the body. `pathAndQuery` is the public one, as it was sent; `header` gives null for a header that is
   * not there; `body` are the raw bytes, before any parser.
   */
  public String verify(String method, String pathAndQuery, Function<String, String> header, byte[] body) throws Exception {
    Map<String, String> signed = new HashMap<>();
    for (String name : List.of("Merchant-Id", "Key-Id", "Timestamp", "Nonce", "Content-SHA256", "Signature")) {
      String value = header.apply("X-Service-" + name);
      if (value == null || value.isEmpty()) throw new Refusal(401, "missing_signature"); // step 1
      signed.put(name, value);
    }
    String nonce = signed.get("Nonce");
    if (!SIGNATURE_FORM.matcher(signed.get("Signature")).matches() || !UUID_FORM.matcher(nonce).matches())
      throw new Refusal(401, "invalid_signature");
    PublicKey key = keys.find(signed.get("Key-Id")); // step 2
    if (key == null) throw new Refusal(401, "invalid_signature");
    if (!signed.get("Merchant-Id").equals(merchantId)) throw new Refusal(401, "signature_mismatch"); // step 3
    if (!isTimely(signed.get("Timestamp"))) throw new Refusal(401, "timestamp_out_of_range"); // step 4
    if (nonces.isUsed(nonce)) throw new Refusal(409, "nonce_reused"); // step 5
    String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    if (!hash.equals(signed.get("Content-SHA256"))) throw new Refusal(401, "signature_mismatch"); // step 6
    String lines = String.join("\n", "SERVICE-ED25519", method, pathAndQuery, signed.get("Timestamp"), nonce, hash); // step 7
    if (!holds(key, lines, signed.get("Signature").substring(3))) throw new Refusal(401, "signature_mismatch"); // step 8
    if (!nonces.claim(nonce)) throw new Refusal(409, "nonce_reused"); // only now: a stranger must not burn nonces
    return hash;
  }

  private static boolean isTimely(String timestamp) {
    if (!UTC_FORM.matcher(timestamp).matches()) return false;
    try {
      return Duration.between(OffsetDateTime.parse(timestamp).toInstant(), Instant.now()).abs().compareTo(TOLERANCE) <= 0;
    } catch (DateTimeException noTime) {
      return false;
    }
  }

  private static boolean holds(PublicKey key, String lines, String signatureBase64) throws GeneralSecurityException {
    Signature verifier = Signature.getInstance("Ed25519");
    verifier.initVerify(key);
    verifier.update(lines.getBytes(StandardCharsets.UTF_8));
    try {
      return verifier.verify(Base64.getDecoder().decode(signatureBase64));
    } catch (GeneralSecurityException malformed) {
      return false;
    }
  }

  /** The published keys, cached as a whole: a key that is no longer published is no longer trusted. */
  private static final class KeyList {
    private static final long MAX_AGE_MS = 300_000;
    private static final long UNKNOWN_ID_EVERY_MS = 5_000;
    private static final long FAILED_FETCH_EVERY_MS = 1_000;
    private static final Pattern KEYS = Pattern.compile("\"keys\"\\s*:\\s*\\[");
    // A later field of an entry may be an object. Possessive: Java's other loops take stack for each character.
    private static final Pattern ENTRY = Pattern.compile("\\{(?:[^{}]|\\{[^{}]*+\\})*+\\}");

    private record Fetched(Map<String, PublicKey> keys, long atMs) {}

    private final HttpClient client;
    private final HttpRequest request;
    private volatile Fetched list;
    private long askedAtMs = nowMs() - UNKNOWN_ID_EVERY_MS;
    private long failedAtMs = nowMs() - UNKNOWN_ID_EVERY_MS;

    KeyList(String serviceUrl, Path caFile) throws Exception {
      // Redirects are not followed: keys come from the configured address or not at all.
      HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(3));
      if (caFile != null) builder.sslContext(trusting(caFile));
      client = builder.build();
      URI address = URI.create(serviceUrl.replaceAll("/+$", "") + "/v1/signing-keys");
      request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(3)).build();
    }

    /** Null: the id is not published. */
    PublicKey find(String id) throws Exception {
      PublicKey known = fresh().get(id);
      return known != null ? known : findAnew(id);
    }

    /** One fetch at a time, and at most one every 5 seconds for unknown ids: anybody can send them. */
    private synchronized PublicKey findAnew(String id) throws Exception {
      Map<String, PublicKey> known = fresh();
      if (known.containsKey(id)) return known.get(id);
      long everyMs = known.isEmpty() ? FAILED_FETCH_EVERY_MS : UNKNOWN_ID_EVERY_MS;
      if (nowMs() - failedAtMs < everyMs) throw new IllegalStateException("The key list could not be fetched a moment ago.");
      if (!known.isEmpty() && nowMs() - askedAtMs < UNKNOWN_ID_EVERY_MS) return null;
      if (!known.isEmpty()) askedAtMs = nowMs();
      try {
        list = new Fetched(fetch(), nowMs());
        failedAtMs = nowMs() - UNKNOWN_ID_EVERY_MS;
      } catch (Exception failure) {
        failedAtMs = nowMs();
        throw failure;
      }
      return list.keys.get(id);
    }

    private Map<String, PublicKey> fresh() {
      Fetched now = list;
      return now != null && nowMs() - now.atMs < MAX_AGE_MS ? now.keys : Map.of();
    }

    private Map<String, PublicKey> fetch() throws Exception {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      var start = KEYS.matcher(answer.body());
      if (answer.statusCode() != 200 || answer.body().length() > 65_536 || !start.find()) throw new IllegalStateException("The key list is not there.");
      Map<String, PublicKey> keys = new HashMap<>();
      // Objects of short strings: no need for a JSON library.
      ENTRY.matcher(answer.body().substring(start.end())).results().map(found -> found.group()).forEach(entry -> {
        boolean isCurrent = List.of("active", "retiring").contains(text(entry, "status"));
        if (!isCurrent || !text(entry, "algorithm").equals("ed25519")) return;
        try {
          byte[] der = Base64.getDecoder().decode(text(entry, "public_key_base64"));
          keys.put(text(entry, "key_id"), KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(der)));
        } catch (GeneralSecurityException | IllegalArgumentException notAKey) {
          // The rest of the list still serves.
        }
      });
      return keys;
    }

    private static String text(String entry, String name) {
      var found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"\\\\]*)\"").matcher(entry);
      return found.find() ? found.group(1) : "";
    }

    /** The clock has no epoch and may be negative. */
    private static long nowMs() {
      return System.nanoTime() / 1_000_000;
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
}
