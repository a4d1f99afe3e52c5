# The settings, the key list and the data.
for application <- [:inets, :ssl, :crypto], do: {:ok, _} = Application.ensure_all_started(application)

defmodule Settings do
  def merchant_id, do: System.fetch_env!("AUTHLY_MERCHANT_ID")
  def service_url, do: String.trim_trailing(System.fetch_env!("AUTHLY_BASE_URL"), "/")
  def base_path, do: String.trim_trailing(System.get_env("BIO_BASE_PATH", "/bio"), "/")
  def port, do: String.to_integer(System.get_env("BIO_PORT", "3000"))
  def data_dir, do: System.get_env("BIO_DATA_DIR", "bio-data")

  # The sandbox has a CA of its own.
  def tls do
    ca = if file = System.get_env("AUTHLY_CA_FILE"), do: [cacertfile: file], else: [cacerts: :public_key.cacerts_get()]
    match = :public_key.pkix_verify_hostname_match_fun(:https)
    ca ++ [verify: :verify_peer, depth: 8, customize_hostname_check: [match_fun: match]]
  end
end

defmodule KeyList do
  @moduledoc "The published keys, cached as a whole: a key that is no longer published is no longer trusted. One process, so one fetch at a time."
  use Agent
  @max_age_ms 300_000
  @unknown_id_every_ms 5_000
  @failed_fetch_every_ms 1_000
  @spki Base.decode16!("302A300506032B6570032100")

  def start, do: {:ok, _} = Agent.start_link(fn -> %{keys: %{}, at: nil, asked_at: nil, failed_at: nil} end, name: __MODULE__)

  # The key, or nil for an id that is not published. Raises while the list cannot be fetched.
  def find(id) do
    case Agent.get_and_update(__MODULE__, &look(&1, id), 10_000) do
      :unreachable -> raise "the key list cannot be fetched"
      key -> key
    end
  end

  defp look(list, id) do
    now = System.monotonic_time(:millisecond)
    fresh = list.at != nil and now - list.at < @max_age_ms

    cond do
      fresh and is_map_key(list.keys, id) -> {list.keys[id], list}
      recent(list.failed_at, now, if(fresh, do: @unknown_id_every_ms, else: @failed_fetch_every_ms)) -> {:unreachable, list}
      # Anybody can send unknown ids.
      fresh and recent(list.asked_at, now, @unknown_id_every_ms) -> {nil, list}
      true -> fetched(%{list | asked_at: if(fresh, do: now, else: list.asked_at)}, id)
    end
  end

  defp recent(at, now, ms), do: at != nil and now - at < ms

  defp fetched(list, id) do
    keys = fetch()
    {keys[id], %{list | keys: keys, at: System.monotonic_time(:millisecond), failed_at: nil}}
  rescue
    _ -> {:unreachable, %{list | failed_at: System.monotonic_time(:millisecond)}}
  catch
    _, _ -> {:unreachable, %{list | failed_at: System.monotonic_time(:millisecond)}}
  end

  defp fetch do
    url = String.to_charlist(Settings.service_url() <> "/v1/signing-keys")
    options = [timeout: 3_000, autoredirect: false] ++ if(List.starts_with?(url, 'https:'), do: [ssl: Settings.tls()], else: [])
    {:ok, {{_, 200, _}, _, body}} = :httpc.request(:get, {url, []}, options, body_format: :binary)
    %{"keys" => listed} = :jiffy.decode(body, [:return_maps])

    for %{"algorithm" => "ed25519", "status" => status} = entry when status in ["active", "retiring"] <- listed, into: %{} do
      @spki <> key = Base.decode64!(entry["public_key_base64"])
      {entry["key_id"], key}
    end
  end
end

defmodule Store do
  @moduledoc """
  Enrollments, idempotency keys and nonces in Mnesia, Erlang's own database, on disk. Its comparison is exact. For more than one
  machine use your database instead.
  """
  @key_kept_s 25 * 3600

  def start do
    dir = Settings.data_dir()
    File.mkdir_p!(dir)
    # templates and their keys: for this user alone
    File.chmod!(dir, 0o700)
    Application.put_env(:mnesia, :dir, String.to_charlist(dir))
    # already there after a restart
    :mnesia.create_schema([node()])
    :ok = :mnesia.start()

    for table <- [:enrollments, :idempotency, :nonces] do
      case :mnesia.create_table(table, attributes: [:key, :value], disc_copies: [node()]) do
        {:atomic, :ok} -> :ok
        {:aborted, {:already_exists, ^table}} -> :ok
      end
    end

    :ok = :mnesia.wait_for_tables([:enrollments, :idempotency, :nonces], 30_000)
    spawn_link(&forget/0)
  end

  def nonce_used?(nonce), do: transaction(fn -> live(:nonces, nonce) != nil end)

  def claim_nonce(nonce, kept_s) do
    durably(fn ->
      free = live(:nonces, nonce, :write) == nil
      if free, do: :mnesia.write({:nonces, nonce, {:used, now() + kept_s}})
      free
    end)
  end

  # One transaction: the idempotency key and the enrollment, or neither.
  def write(%{"enrollment_session_id" => key, "merchant_user_ref" => user_ref, "payload" => payload}, body_sha256) do
    durably(fn ->
      case live(:idempotency, key, :write) do
        nil ->
          {ref, stored_at} = {uuid(), DateTime.to_iso8601(DateTime.utc_now())}
          answer = %{stored: true, enrollment_ref: ref, stored_at: stored_at}
          :mnesia.write({:idempotency, key, {{body_sha256, answer}, now() + @key_kept_s}})
          enrollment = {payload["features"], payload["enc_key"], ref, stored_at}
          :mnesia.write({:enrollments, {user_ref, payload["finger"]}, enrollment})
          {:ok, answer}

        {^body_sha256, answer} ->
          {:ok, answer}

        _ ->
          :conflict
      end
    end)
  end

  def find(user_ref, finger) do
    transaction(fn ->
      case :mnesia.read(:enrollments, {user_ref, finger}) do
        [{_, _, enrollment}] -> enrollment
        [] -> nil
      end
    end)
  end

  def uuid do
    <<a::32, b::16, c::16, d::16, e::48>> = :crypto.strong_rand_bytes(16)
    parts = [{a, 8}, {b, 4}, {c, 4}, {d, 4}, {e, 12}]
    Enum.map_join(parts, "-", fn {n, width} -> n |> Integer.to_string(16) |> String.downcase() |> String.pad_leading(width, "0") end)
  end

  defp live(table, key, lock \\ :read) do
    case :mnesia.read(table, key, lock) do
      [{_, _, {value, expires_at}}] -> if expires_at > now(), do: value
      [] -> nil
    end
  end

  defp now, do: System.system_time(:second)

  defp transaction(work) do
    {:atomic, result} = :mnesia.transaction(work)
    result
  end

  # On disk before it is answered.
  defp durably(work) do
    {:atomic, result} = :mnesia.sync_transaction(work)
    :ok = :mnesia.sync_log()
    result
  end

  defp forget do
    Process.sleep(60_000)

    for table <- [:idempotency, :nonces] do
      transaction(fn ->
        old = [{{:_, :"$1", {:_, :"$2"}}, [{:"=<", :"$2", now()}], [:"$1"]}]
        for key <- :mnesia.select(table, old), do: :mnesia.delete({table, key})
      end)
    end

    forget()
  end
end
