import type { EndingWords } from './en.ts';

export const ja: EndingWords = {
  succeeded_enroll_title: '指紋を登録しました',
  succeeded_enroll_text: 'これからは {merchant} で指紋をお使いいただけます。',
  succeeded_verify_title: 'ここでの手続きは終わりました',
  succeeded_verify_text: '続きは {merchant} の画面でご確認ください。',
  declined_title: '同意されませんでした',
  stopped_title: '中止しました',
  failed_title: '完了できませんでした',
  expired_title: '時間切れです',
  expired_text: '安全のため、数分間だけ使えます。{merchant} からもう一度始めてください。',
  canceled_title: 'キャンセルしました',
  canceled_text: '何も保存されていません。いつでも {merchant} からやり直せます。',
  back: '{merchant} に戻る',
  close_hint: 'このページは閉じていただいて構いません。',

  failure_session_expired: '時間切れになりました。{merchant} からもう一度始めてください。',
  failure_provider_timeout: '確認に時間がかかりすぎました。{merchant} からもう一度始めてください。',
  failure_provider_error: '今回は指紋を確認できませんでした。{merchant} からもう一度始めてください。',
  failure_capture_failed:
    '指紋を読み取れませんでした。指の汚れや水分を拭き、明るい場所で、{merchant} からもう一度始めてください。',
  failure_user_declined: '何も送信も保存もされていません。いつでも {merchant} からやり直せます。',
  failure_device_not_supported:
    'その端末では指紋を読み取れません。別のスマートフォンで、{merchant} からもう一度始めてください。',
  failure_finger_mismatch: '求められた指とは別の指でした。正しい指で、{merchant} からもう一度始めてください。',
  failure_template_invalid: '指紋データを読み取れませんでした。{merchant} からもう一度始めて、指を置き直してください。',
  failure_quality_too_low:
    '指紋がはっきりしませんでした。指を拭き、明るい場所で、{merchant} からもう一度始めてください。',
  failure_enrollment_not_found: 'この指の指紋はまだ登録されていません。先に {merchant} で登録してください。',
  failure_merchant_bio_timeout: '{merchant} から時間内に応答がありませんでした。数分後にもう一度お試しください。',
  failure_merchant_bio_unavailable: 'ただいま {merchant} につながりません。数分後にもう一度お試しください。',
  failure_merchant_bio_rejected: '{merchant} で受け付けられませんでした。{merchant} にお問い合わせください。',
  failure_merchant_bio_invalid_response: '{merchant} で問題が起きました。{merchant} にお問い合わせください。',
  failure_too_many_attempts: 'この指での試行回数が多すぎます。1時間後に {merchant} からもう一度始めてください。',
  failure_processing_interrupted: '処理が途中で止まりました。{merchant} からもう一度始めてください。',
  failure_internal_error: 'こちらで問題が起きました。{merchant} からもう一度始めてください。',
  failure_other: '完了できませんでした。{merchant} からもう一度始めてください。',
};
