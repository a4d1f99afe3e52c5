import { hintFor, type Report, summarize } from './report.ts';

/** For a program: one object, names in the contract's spelling. */
export function jsonReport(report: Report): string {
  const { merchantBioBaseUrl, merchantId, strict, refusalsOnly, startedAt, durationMs, keyListFetches, results } =
    report;
  const summary = summarize(results);
  const document = {
    merchant_bio_base_url: merchantBioBaseUrl,
    merchant_id: merchantId,
    strict,
    refusals_only: refusalsOnly,
    ok: summary.failed === 0,
    started_at: startedAt,
    duration_ms: durationMs,
    key_list_fetches: keyListFetches,
    summary,
    hint: hintFor(report) ?? null,
    checks: results.map(({ id, title, askedBy, explanation, status, messages, durationMs }) => ({
      id,
      title,
      asked_by: askedBy,
      explanation: explanation ?? null,
      status,
      messages,
      duration_ms: durationMs,
    })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
