# Authly's events: a session has ended. Signed by Standard Webhooks (standardwebhooks.com has libraries). An event says that it is time
# to read the result, and nothing more: it may come twice, late or never.
defmodule Webhook do
  @tolerance_s 300

  # The event, or nil where it is not Authly's or too old. raw_body: the bytes as they came.
  def verify(raw_body, headers, secret, now \\ System.system_time(:second)) do
    [id, timestamp, signatures] = Enum.map(~w(webhook-id webhook-timestamp webhook-signature), &(headers[&1] || ""))
    key = Base.decode64!(String.replace_prefix(secret, "whsec_", ""))
    expected = "v1," <> Base.encode64(:crypto.mac(:hmac, :sha256, key, "#{id}.#{timestamp}." <> raw_body))
    # One for each secret that is live while secrets change.
    given = String.split(signatures, " ")
    is_timely = timestamp =~ ~r/\A[0-9]{1,12}\z/ and abs(now - String.to_integer(timestamp)) <= @tolerance_s
    if is_timely and Enum.any?(given, &same(&1, expected)), do: :jiffy.decode(raw_body, [:return_maps])
  end

  defp same(a, b), do: byte_size(a) == byte_size(b) and :crypto.hash_equals(a, b)
end

defmodule Events do
  @moduledoc "Listens on loopback, behind your TLS proxy."
  use Agent
  @max_bytes 65_536
  @idle_ms 15_000

  def listen(port, secret) do
    {:ok, _} = Agent.start_link(fn -> MapSet.new() end, name: __MODULE__)
    options = [:binary, packet: :http_bin, active: false, reuseaddr: true, ip: {127, 0, 0, 1}, backlog: 128]
    {:ok, listener} = :gen_tcp.listen(port, options)
    for _ <- 1..8, do: spawn_link(fn -> serve(listener, secret) end)
  end

  # Until the event of this session came, at most so long.
  def wait(session_id, within_ms) do
    is_ended = Agent.get_and_update(__MODULE__, &{session_id in &1, MapSet.delete(&1, session_id)})

    if not is_ended and within_ms > 0 do
      Process.sleep(50)
      wait(session_id, within_ms - 50)
    end
  end

  defp serve(listener, secret) do
    {:ok, socket} = :gen_tcp.accept(listener)

    event =
      with {:ok, {:http_request, :POST, _, _}} <- :gen_tcp.recv(socket, 0, @idle_ms),
           {:ok, headers} <- headers(socket, %{}),
           {length, ""} when length in 1..@max_bytes <- Integer.parse(headers["content-length"] || ""),
           :ok <- :inet.setopts(socket, packet: :raw),
           {:ok, raw} <- :gen_tcp.recv(socket, length, @idle_ms),
           do: Webhook.verify(raw, headers, secret),
           else: (_ -> nil)

    # Answered before anything slow is done; types that are not known are answered too.
    status = if event, do: "204 No Content", else: "400 Bad Request"
    :gen_tcp.send(socket, "HTTP/1.1 #{status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    :gen_tcp.close(socket)

    with %{"type" => "session.final", "data" => %{"session_id" => id}} <- event,
         do: Agent.update(__MODULE__, &MapSet.put(&1, id))

    serve(listener, secret)
  end

  defp headers(socket, seen) do
    case :gen_tcp.recv(socket, 0, @idle_ms) do
      {:ok, {:http_header, _, name, _, value}} -> headers(socket, Map.put(seen, String.downcase(to_string(name)), value))
      {:ok, :http_eoh} -> {:ok, seen}
      _ -> :error
    end
  end
end
