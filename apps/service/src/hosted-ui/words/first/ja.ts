import type { FirstWords } from './en.ts';

export const ja: FirstWords = {
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
};
