import { ja as endings } from '@authly/ui/endings/ja.ts';
import type { Words } from './en.ts';

export const ja: Words = {
  ...endings,
  enroll_title: '指紋を登録しましょう',
  verify_title: 'ご本人確認をします',
  phone_lead: 'このスマートフォンでアプリを開き、案内が出たら指を置いてください。',
  app_waiting: 'アプリを待っています',
  open_app: 'アプリを開く',
  use_other_phone: '別のスマートフォンを使う',
  display_text_from: '{merchant}からのメッセージ',
  time_left: '残り時間',
  cancel: 'キャンセル',
  privacy: '写真はスマートフォンに残ります。暗号化した特徴データと線のおおまかな図だけを送ります。',
  desk_lead: 'スマートフォンのカメラでこのコードを読み取り、表示される案内に沿って進んでください。',
  other_phone_lead: '使いたいスマートフォンのカメラで、このコードを読み取ってください。',
  code_only_here:
    'このコードはlocalhostを指すため、スマートフォンでは開けません。この端末で続けるか、npm start -- --phoneでサンドボックスを起動してください。',
  qr_alt: 'スマートフォンで指紋の手順を開く QR コードです。読み取れない場合は、下のリンクをお使いください。',
  qr_waiting: 'スマートフォンを待っています',
  open_here: 'この端末で続ける',
  use_this_phone: 'このスマートフォンを使う',

  join_title: 'スマートフォンにも同じ数字が出ていますか？',
  join_lead: 'スマートフォンが 1 台つながりました。ご自分のもので、数字が同じときだけ進んでください。',
  join_code: '見比べる数字：{code}',
  join_yes: 'はい、同じです',
  join_no: '別の端末がつながった場合はキャンセル',
  app_title: 'アプリで続けてください',
  app_lead: 'アプリの案内が出たら指を置いてください。この画面は自動で切り替わります。',

  processing_title: '少々お待ちください',
  processing_enroll: '指紋を安全に保存しています。',
  processing_verify: '指紋を確認しています。',

  invalid_title: 'このリンクは使えなくなりました',
  invalid_text: '期限が切れたか、リンクの一部が欠けている可能性があります。元の画面に戻って、もう一度始めてください。',
  lost_title: 'サービスにつながりません',
  lost_text: '通信環境をご確認のうえ、{merchant} の画面に戻って結果をご覧ください。',
  closes_by_itself: 'この画面は自動で閉じます。',

  the_merchant: 'ご利用のお店',
  minute_left: '残り 1 分を切りました。',
  reconnecting: '再接続しています…',
  cancel_question: 'キャンセルしますか？',
  cancel_text: '何も保存されません。{merchant} からやり直せます。',
  cancel_yes: 'はい、キャンセルします',
  cancel_no: '続ける',
  action_failed: 'うまくいきませんでした。もう一度お試しください。',
};
