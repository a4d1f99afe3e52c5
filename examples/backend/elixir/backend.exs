# A merchant's backend: enroll a finger of one user, then verify it. Elixir 1.14 on Erlang/OTP 25 with jiffy for JSON (Debian: elixir
# erlang-jiffy).
#
#     elixir backend.exs <merchant_user_ref>
Code.require_file("webhook.exs", __DIR__)
for application <- [:inets, :ssl, :crypto], do: {:ok, _} = Application.ensure_all_started(application)

defmodule AuthlyError do
  @moduledoc "The service's own error, or no answer: decide on its code, tell its request id when you ask for help."
  defexception [:status, :code, :message]
end

defmodule Authly do
  @final ~w(succeeded failed expired canceled)
  # How long an outcome may follow expires_at: what was captured in the last second is still processed.
  @processing_s 195
  # An event can be late: beside them a look each minute.
  @look_every_ms 60_000

  # One key for all attempts: a lost answer never makes a second session. kind: enrollment or verification.
  def create(kind, fields), do: create(kind, Map.put(fields, :merchant_id, System.fetch_env!("AUTHLY_MERCHANT_ID")), key(), 1)

  defp create(kind, body, key, attempt) do
    call(:post, "/v1/#{kind}-sessions", body, [{'idempotency-key', key}])
  rescue
    error in AuthlyError ->
      if attempt == 3 or (error.status < 500 and error.status not in [0, 429]), do: reraise(error, __STACKTRACE__)
      Process.sleep(1_000 * attempt)
      create(kind, body, key, attempt + 1)
  end

  # The only proof of an outcome. With events it is read when one says that the session has ended; without, each look takes up to 25
  # seconds and ends at once when the status is final.
  def wait_for_result(%{"session_id" => id, "expires_at" => expires_at} = session, user_ref, events) do
    if events, do: Events.wait(id, @look_every_ms)
    query = URI.encode_query(%{merchant_user_ref: user_ref, wait: if(events, do: 0, else: 25)})
    result = call(:get, "/v1/sessions/#{URI.encode(id, &URI.char_unreserved?/1)}/result?#{query}")
    {:ok, expires, 0} = DateTime.from_iso8601(expires_at)
    is_over = DateTime.diff(DateTime.utc_now(), expires) > @processing_s
    if result["status"] in @final or is_over, do: result, else: wait_for_result(session, user_ref, events)
  end

  defp call(method, path, body \\ nil, headers \\ [], is_again \\ false) do
    authorization = {'authorization', 'Bearer ' ++ to_charlist(access_token(is_again))}
    content = if body, do: {'application/json', IO.iodata_to_binary(:jiffy.encode(body))}
    send_request(method, path, [authorization | headers], content)
  rescue
    # It ended early: once more with a new one.
    error in AuthlyError ->
      if error.code != "invalid_token" or is_again, do: reraise(error, __STACKTRACE__)
      call(method, path, body, headers, true)
  end

  # Kept until a minute before its end. Many processes would share it: in an Agent, or in your cache.
  defp access_token(renew) do
    {token, until} = Process.get(:token, {nil, 0})

    if not renew and System.monotonic_time(:second) < until do
      token
    else
      client = %{client_id: System.fetch_env!("AUTHLY_CLIENT_ID"), client_secret: System.fetch_env!("AUTHLY_CLIENT_SECRET")}
      form = URI.encode_query(Map.put(client, :grant_type, "client_credentials"))
      answer = send_request(:post, "/oauth/token", [], {'application/x-www-form-urlencoded', form})
      Process.put(:token, {answer["access_token"], System.monotonic_time(:second) + answer["expires_in"] - 60})
      answer["access_token"]
    end
  end

  defp send_request(method, path, headers, content) do
    url = String.to_charlist(String.trim_trailing(System.fetch_env!("AUTHLY_BASE_URL"), "/") <> path)
    request = if content, do: {url, headers, elem(content, 0), elem(content, 1)}, else: {url, headers}
    # Secrets go to the configured address or nowhere.
    options = [timeout: 40_000, autoredirect: false, ssl: tls()]

    case :httpc.request(method, request, options, body_format: :binary) do
      {:ok, {{_, status, _}, _, body}} when status in [200, 201] -> :jiffy.decode(body, [:return_maps])
      {:ok, {{_, status, _}, _, body}} -> raise refusal(status, body)
      {:error, _} -> raise AuthlyError, status: 0, code: "network_error", message: "no answer"
    end
  end

  defp refusal(status, body) do
    %{"error" => %{"code" => code, "request_id" => id}} = :jiffy.decode(body, [:return_maps])
    %AuthlyError{status: status, code: code, message: "#{status} #{code} (#{id})"}
  catch
    _, _ -> %AuthlyError{status: status, code: "invalid_response", message: "#{status}"}
  end

  defp tls do
    ca = if file = System.get_env("AUTHLY_CA_FILE"), do: [cacertfile: file], else: [cacerts: :public_key.cacerts_get()]
    match = :public_key.pkix_verify_hostname_match_fun(:https)
    ca ++ [verify: :verify_peer, depth: 8, customize_hostname_check: [match_fun: match]]
  end

  defp key, do: to_charlist(Base.encode16(:crypto.strong_rand_bytes(16)))
end

[user_ref] = System.argv()
secret = System.get_env("AUTHLY_WEBHOOK_SECRET")
if secret, do: Events.listen(String.to_integer(System.fetch_env!("WEBHOOK_PORT")), secret)
# in the sandbox: no app and no finger needed once the page is open
outcome = &if System.get_env("SANDBOX_OUTCOMES"), do: %{metadata: %{sandbox_outcome: &1}}, else: %{}

ended = fn kind, fields ->
  session = Authly.create(kind, Map.put(fields, :merchant_user_ref, user_ref))
  # your page opens it; never log it
  IO.puts("Open this page: #{session["popup_url"]}")
  result = Authly.wait_for_result(session, user_ref, secret != nil)

  if result["status"] != "succeeded" do
    IO.puts(:stderr, "#{kind}: #{result["status"]} #{result["failure_code"]}")
    System.halt(1)
  end

  result["result"]
end

# keep the finger: verifications ask for this one
%{"payload" => %{"finger" => finger}} = ended.("enrollment", outcome.("enrolled"))
IO.puts("enrolled: #{finger}")
%{"matched" => matched} = ended.("verification", Map.put(outcome.("matched"), :payload, %{finger: finger}))
IO.puts("matched: #{matched == true}")
