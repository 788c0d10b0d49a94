// Retries that never do a thing twice, for openapi-fetch:
//
//   const client = createClient<paths>({ baseUrl, fetch: safeRetries() });
//   await client.POST("/v1/matches/{identifier}/commands", {
//     params: { path: { identifier }, header: { "Idempotency-Key": newKey() } }, body: command,
//   });
//
// A time-out does not say whether the service has done what it was asked. What only reads is sent again; a POST only
// if it carries an Idempotency-Key. The key is an argument of the call, so it is there before the first try and the
// same in every try, and the service does the thing once.

const READS = ["GET", "HEAD"];
const PASSING = [429, 502, 503, 504];

type Send = (request: Request) => Promise<Response>;

interface Settings {
  /** How often a request is sent again. */
  retries?: number;
  /** Milliseconds until a try is given up. */
  timeout?: number;
  /** Milliseconds before the first repetition, where the service does not say; doubled with each. */
  wait?: number;
  /** What sends a request. */
  send?: Send;
}

/** A key for one request: not to be guessed, and never used for another request. */
export const newKey = (): string => crypto.randomUUID();

/** A `fetch` that sends again after time-outs, lost connections, 429, 502, 503 and 504, as long as that is safe. */
export function safeRetries({ retries = 5, timeout = 10_000, wait = 200, send = fetch }: Settings = {}): Send {
  return async (request) => {
    const safe = READS.includes(request.method) || request.headers.has("Idempotency-Key");
    for (let left = safe ? retries : 0, pause = wait; ; left -= 1, pause *= 2) {
      let seconds = NaN;
      try {
        const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]);
        const response = await send(new Request(request.clone(), { signal }));
        if (left === 0 || !PASSING.includes(response.status)) return response;
        seconds = Number(response.headers.get("Retry-After") ?? NaN);
        await response.body?.cancel();
      } catch (error) {
        if (left === 0 || request.signal.aborted) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, Number.isNaN(seconds) ? pause : seconds * 1000));
    }
  };
}
