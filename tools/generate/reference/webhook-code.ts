import { createHmac } from 'node:crypto';
import { blocks, fence } from '../markdown.ts';

const key = Buffer.from('authly docs: a webhook secret...');
const [id, timestamp] = ['evt_ses_example', '1774588800'];
const body =
  '{"type":"session.final","timestamp":"2026-03-27T05:20:00.000Z","data":{"session_id":"ses_example","mode":"verify"}}';

/** A secret and a request whose signature anybody can make again. */
export const WEBHOOK_VECTOR = {
  secret: `whsec_${key.toString('base64')}`,
  id,
  timestamp,
  body,
  signature: `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
} as const;

export const webhookVector = (): string =>
  fence(
    [
      `secret             ${WEBHOOK_VECTOR.secret}`,
      `webhook-id         ${id}`,
      `webhook-timestamp  ${timestamp}`,
      `body               ${body}`,
      `webhook-signature  ${WEBHOOK_VECTOR.signature}`,
    ].join('\n'),
  );

/** Programs that print the signature of what the environment names. `npm run examples` runs each with the vector. */
export const WEBHOOK_CODE = [
  {
    id: 'node',
    name: 'Node',
    highlight: 'js',
    code: `import { createHmac } from 'node:crypto';

const { SECRET, ID, TIMESTAMP, BODY } = process.env;
const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
const mac = createHmac('sha256', key).update(\`\${ID}.\${TIMESTAMP}.\${BODY}\`);
console.log('v1,' + mac.digest('base64'));
`,
  },
  {
    id: 'python',
    name: 'Python',
    highlight: 'python',
    code: `import base64, hashlib, hmac, os

env = os.environ
key = base64.b64decode(env["SECRET"][len("whsec_"):])
signed = f"{env['ID']}.{env['TIMESTAMP']}.{env['BODY']}".encode()
print("v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode())
`,
  },
  {
    id: 'php',
    name: 'PHP',
    highlight: 'php',
    code: `<?php
$key = base64_decode(substr(getenv('SECRET'), strlen('whsec_')), true);
$signed = getenv('ID') . '.' . getenv('TIMESTAMP') . '.' . getenv('BODY');
echo 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true)), "\\n";
`,
  },
  {
    id: 'go',
    name: 'Go',
    highlight: 'go',
    code: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("SECRET"), "whsec_"))
	if err != nil {
		panic(err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(os.Getenv("ID") + "." + os.Getenv("TIMESTAMP") + "." + os.Getenv("BODY")))
	fmt.Println("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}
`,
  },
  {
    id: 'java',
    name: 'Java',
    highlight: 'java',
    code: `import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Call {
  public static void main(String[] args) throws Exception {
    byte[] key = Base64.getDecoder().decode(System.getenv("SECRET").substring("whsec_".length()));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    String signed = System.getenv("ID") + "." + System.getenv("TIMESTAMP") + "." + System.getenv("BODY");
    byte[] signature = mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
    System.out.println("v1," + Base64.getEncoder().encodeToString(signature));
  }
}
`,
  },
  {
    id: 'elixir',
    name: 'Elixir',
    highlight: 'elixir',
    code: `[secret, id, timestamp, body] = Enum.map(~w(SECRET ID TIMESTAMP BODY), &System.fetch_env!/1)
"whsec_" <> encoded = secret
mac = :crypto.mac(:hmac, :sha256, Base.decode64!(encoded), "#{id}.#{timestamp}.#{body}")
IO.puts("v1," <> Base.encode64(mac))
`,
  },
] as const;

export const webhookCode = (): string =>
  blocks(...WEBHOOK_CODE.map(({ name, highlight, code }) => blocks(`**${name}**`, fence(code.trimEnd(), highlight))));
