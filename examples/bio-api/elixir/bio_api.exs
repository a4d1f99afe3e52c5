# A Merchant Bio API: verify the service's signature, store enrollments, give them back.
#
# Elixir 1.14 on Erlang/OTP 25 with jiffy for JSON (Debian: elixir erlang-jiffy). It listens on loopback in plain HTTP: put your TLS
# proxy in front, and let it pass the path as it is.
Code.require_file("keys_and_store.exs", __DIR__)

defmodule Refusal do
  @moduledoc "A row of the contract's error table. The message is fixed: nothing of a body gets into it."
  defexception [:status, :code, message: "refused"]
end

defmodule Calls do
  @moduledoc "The contract's steps in their order, then the body's fields."
  @tolerance_s 300
  @nonce_kept_s 2 * @tolerance_s + 60
  @headers ~w(merchant-id key-id timestamp nonce content-sha256 signature)
  @uuid ~r/\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\z/i
  @signature ~r/\Av2=[A-Za-z0-9+\/]{86}==\z/
  @utc ~r/\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|\+00:00)\z/
  @fingers ~w(LI LM RI RM)

  def answer(method, path, headers, raw) do
    {is_store, body_sha256} = {is_store(path), verify(method, path, headers, raw)}
    body = parse(raw, is_store, headers["idempotency-key"])
    if is_store, do: stored(body, body_sha256), else: found(body)
  end

  defp is_store(path) do
    [path | _] = String.split(path, "?")

    cond do
      path == Settings.base_path() <> "/enrollments" -> true
      path == Settings.base_path() <> "/enrollments/lookup" -> false
      true -> refuse(404, "not_found")
    end
  end

  defp verify(method, path, headers, raw) do
    signed = Map.new(@headers, &{&1, headers["x-service-" <> &1] || ""})
    # step 1
    if Enum.any?(Map.values(signed), &(&1 == "")), do: refuse(401, "missing_signature")
    unless signed["signature"] =~ @signature and signed["nonce"] =~ @uuid, do: refuse(401, "invalid_signature")
    # step 2
    key = KeyList.find(signed["key-id"]) || refuse(401, "invalid_signature")
    # step 3
    if signed["merchant-id"] != Settings.merchant_id(), do: refuse(401, "signature_mismatch")
    # step 4
    unless timely?(signed["timestamp"]), do: refuse(401, "timestamp_out_of_range")
    # step 5: only looked up here
    if Store.nonce_used?(signed["nonce"]), do: refuse(409, "nonce_reused")
    # step 6
    body_sha256 = Base.encode16(:crypto.hash(:sha256, raw), case: :lower)
    if body_sha256 != signed["content-sha256"], do: refuse(401, "signature_mismatch")
    # steps 7 and 8
    lines = ["SERVICE-ED25519", method, path, signed["timestamp"], signed["nonce"], body_sha256]
    signature = signed["signature"] |> String.replace_prefix("v2=", "") |> Base.decode64!()

    unless :crypto.verify(:eddsa, :none, Enum.join(lines, "\n"), signature, [key, :ed25519]),
      do: refuse(401, "signature_mismatch")

    # only now: a stranger must not burn nonces
    unless Store.claim_nonce(signed["nonce"], @nonce_kept_s), do: refuse(409, "nonce_reused")
    body_sha256
  end

  defp timely?(text) do
    with true <- text =~ @utc, {:ok, sent_at, 0} <- DateTime.from_iso8601(text) do
      abs(DateTime.diff(DateTime.utc_now(), sent_at)) <= @tolerance_s
    else
      _ -> false
    end
  end

  # The field tables, then whom the call is meant for: one key signs for all merchants.
  defp parse(raw, is_store, idempotency_key) do
    session = if is_store, do: "enrollment_session_id", else: "verification_session_id"
    outer = ["merchant_id", "merchant_user_ref", session, "type"] ++ if(is_store, do: ["captured_at"], else: [])
    inner = ["finger"] ++ if(is_store, do: ["features", "enc_key"], else: [])
    body = json(raw)
    payload = if is_map(body), do: body["payload"]
    unless is_map(payload) and texts?(body, outer), do: refuse(400, "invalid_request")
    # code points, not graphemes
    if length(String.codepoints(body["merchant_user_ref"])) > 256, do: refuse(400, "invalid_request")
    if body["type"] != "fingerprint", do: refuse(400, "unsupported_bio_type")
    unless texts?(payload, inner), do: refuse(400, "invalid_request")
    if is_store and not time?(body["captured_at"]), do: refuse(400, "invalid_request")
    if payload["finger"] not in @fingers, do: refuse(400, "unsupported_finger")
    if body["merchant_id"] != Settings.merchant_id(), do: refuse(401, "signature_mismatch")
    if is_store and idempotency_key != body[session], do: refuse(401, "signature_mismatch")
    body
  end

  # The parser's own error quotes the body: it is dropped.
  defp json(raw) do
    :jiffy.decode(raw, [:return_maps])
  rescue
    _ -> refuse(400, "invalid_request")
  catch
    _, _ -> refuse(400, "invalid_request")
  end

  defp texts?(fields, names), do: Enum.all?(names, &text?(fields[&1]))
  defp text?(value), do: is_binary(value) and value != "" and String.valid?(value) and not String.contains?(value, "\0")
  defp time?(text), do: match?({:ok, _, _}, DateTime.from_iso8601(text))

  defp stored(body, body_sha256) do
    case Store.write(body, body_sha256) do
      {:ok, answer} -> answer
      :conflict -> refuse(409, "idempotency_conflict")
    end
  end

  defp found(%{"merchant_user_ref" => user_ref, "payload" => %{"finger" => finger}}) do
    case Store.find(user_ref, finger) do
      nil ->
        refuse(404, "bio_enrollment_not_found")

      {features, enc_key, ref, stored_at} ->
        %{found: true, payload: %{features: features, enc_key: enc_key}, enrollment_ref: ref, enrolled_at: stored_at}
    end
  end

  defp refuse(status, code), do: raise(Refusal, status: status, code: code)
end

defmodule Server do
  @moduledoc "HTTP/1.1 on loopback with the parser of Erlang's sockets, one process for each connection."
  @max_body 1_048_576
  @drained 8 * @max_body
  @idle_ms 30_000

  def listen(port) do
    options = [:binary, packet: :http_bin, active: false, reuseaddr: true, ip: {127, 0, 0, 1}, backlog: 128]
    {:ok, listener} = :gen_tcp.listen(port, options)
    IO.puts("Bio API on http://127.0.0.1:#{port}#{Settings.base_path()}")
    accept(listener)
  end

  defp accept(listener) do
    {:ok, socket} = :gen_tcp.accept(listener)
    pid = spawn(fn -> receive(do: (:go -> serve(socket))) end)
    :ok = :gen_tcp.controlling_process(socket, pid)
    send(pid, :go)
    accept(listener)
  end

  defp serve(socket) do
    with {:ok, {:http_request, method, {:abs_path, path}, _}} <- :gen_tcp.recv(socket, 0, @idle_ms),
         {:ok, headers} <- headers(socket, %{}) do
      {raw, keep} = body(socket, headers)
      {status, answer} = answer(to_string(method), path, headers, raw)
      send_answer(socket, status, answer, to_string(method), keep)
      if keep and headers["connection"] != "close", do: serve(socket), else: :gen_tcp.close(socket)
    else
      _ -> :gen_tcp.close(socket)
    end
  end

  defp headers(socket, seen) do
    case :gen_tcp.recv(socket, 0, @idle_ms) do
      {:ok, {:http_header, _, name, _, value}} -> headers(socket, Map.put(seen, String.downcase(to_string(name)), value))
      {:ok, :http_eoh} -> {:ok, seen}
      _ -> :error
    end
  end

  # The raw bytes, or :too_large. Where the end of a body is not known, nothing after it is taken for a request.
  defp body(socket, headers) do
    length = headers["content-length"] || "0"

    cond do
      headers["transfer-encoding"] != nil or not (length =~ ~r/\A[0-9]{1,15}\z/) -> {"", false}
      String.to_integer(length) > @max_body -> {drain(socket, min(String.to_integer(length), @drained)), false}
      true -> {read(socket, String.to_integer(length)), true}
    end
  end

  defp read(_, 0), do: ""

  defp read(socket, length) do
    :inet.setopts(socket, packet: :raw)
    {:ok, raw} = :gen_tcp.recv(socket, length, @idle_ms)
    :inet.setopts(socket, packet: :http_bin)
    raw
  end

  # A caller that is still sending hears an answer, too.
  defp drain(_, left) when left <= 0, do: :too_large

  defp drain(socket, left) do
    :inet.setopts(socket, packet: :raw)

    case :gen_tcp.recv(socket, min(left, 65_536), @idle_ms) do
      {:ok, chunk} -> drain(socket, left - byte_size(chunk))
      _ -> :too_large
    end
  end

  defp answer(method, path, headers, raw) do
    request_id = headers["x-request-id"] || Store.uuid()

    try do
      if method != "POST", do: raise(Refusal, status: 405, code: "method_not_allowed")
      if raw == :too_large, do: raise(Refusal, status: 413, code: "payload_too_large")
      {200, Calls.answer(method, path, headers, raw)}
    rescue
      refusal in Refusal ->
        {refusal.status, error(refusal.code, request_id)}

      # Its text may quote a body: only its kind is told.
      failure ->
        IO.puts(:stderr, "#{inspect(failure.__struct__)} #{inspect(request_id)}")
        {500, error("merchant_bio_internal_error", request_id)}
    catch
      _, _ -> {500, error("merchant_bio_internal_error", request_id)}
    end
  end

  defp error(code, request_id),
    do: %{error: %{code: code, message: String.replace(code, "_", " "), request_id: request_id}}

  defp send_answer(socket, status, answer, method, keep) do
    content = IO.iodata_to_binary(:jiffy.encode(answer))
    connection = if keep, do: "keep-alive", else: "close"

    head =
      "HTTP/1.1 #{status} #{:httpd_util.reason_phrase(status)}\r\nContent-Type: application/json\r\n" <>
        "Content-Length: #{byte_size(content)}\r\nConnection: #{connection}\r\n\r\n"

    :gen_tcp.send(socket, if(method == "HEAD", do: head, else: [head, content]))
  end
end

KeyList.start()
Store.start()
Server.listen(Settings.port())
