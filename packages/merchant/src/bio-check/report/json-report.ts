import { hintFor, type Report, summarize } from './report.ts';

export function jsonReport(report: Report): string {
  const { options, keyList, startedAt, durationMs, results } = report;
  const summary = summarize(results);
  const document = {
    merchant_bio_base_url: options.merchantBioBaseUrl,
    merchant_id: options.merchantId,
    strict: options.strict,
    refusals_only: options.refusalsOnly,
    ok: summary.failed === 0,
    started_at: startedAt,
    duration_ms: durationMs,
    key_list_fetches: keyList.fetches,
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
