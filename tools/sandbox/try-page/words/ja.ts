import type { Words } from './en.ts';

export const ja: Words = {
  title: 'このスマートフォンで試す',
  lead: 'デモショップで指を使って支払います。すべては、コードを表示したコンピューターで動いています。',
  open_shop: 'ショップを開く',
  warning_title: 'ブラウザーが一度警告します',
  warning_text: 'このサンドボックスの証明書を知らないためで、問題ありません。警告の先へ進んでください。',
  warning_ios: 'iPhone、iPad:「詳細を表示」、次に「このWebサイトを閲覧」。',
  warning_android: 'Android:「詳細設定」、次に「…にアクセスする」。',
  trust_title: '警告なしで使うには、証明書を信頼します',
  trust_text:
    '信頼できるネットワークでのみ行い、終わったら削除してください。コンピューターのファイルを持つ人は、このスマートフォンに対して任意のWebサイトになりすませます。',
  download: '証明書をダウンロード',
  ios: 'iPhoneとiPad',
  ios_1: 'Safariでここからダウンロードし、「許可」をタップします。',
  ios_2: '設定:「プロファイルがダウンロード済み」をタップし、「インストール」をタップします。',
  ios_3: '設定、一般、情報、証明書信頼設定:「Authly sandbox CA」をオンにします。',
  android: 'Androidスマートフォン',
  android_1: 'ここからダウンロードします。',
  android_2: '設定で「CA証明書」を検索し、「インストールする」をタップします。',
  android_3: 'ファイル「authly-sandbox-ca.crt」を選びます。',
  compare: 'コンピューターのターミナルと比べるための、証明書のSHA-256:',
};
