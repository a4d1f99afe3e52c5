import type { Words } from './en.ts';

export const ko: Words = {
  title: '이 휴대폰으로 사용해 보기',
  lead: '데모 상점에서 손가락으로 결제해 보세요. 모든 것은 코드를 보여 준 컴퓨터에서 실행됩니다.',
  open_shop: '상점 열기',
  warning_title: '브라우저가 한 번 경고합니다',
  warning_text: '브라우저가 이 샌드박스의 인증서를 모르기 때문이며 정상입니다. 경고를 지나 계속하세요.',
  warning_ios: 'iPhone, iPad: “세부사항 보기”를 누른 다음 “이 웹 사이트 방문”을 누르세요.',
  warning_android: 'Android: “고급”을 누른 다음 “…(으)로 이동”을 누르세요.',
  trust_title: '경고 없이 사용하려면 인증서를 신뢰하세요',
  trust_text:
    '신뢰할 수 있는 네트워크에서만 하고, 끝나면 삭제하세요. 컴퓨터의 파일을 가진 사람은 이 휴대폰에 다른 웹사이트인 것처럼 속일 수 있습니다.',
  download: '인증서 다운로드',
  ios: 'iPhone 및 iPad',
  ios_1: 'Safari에서 여기를 눌러 다운로드하고 “허용”을 누르세요.',
  ios_2: '설정: “프로파일이 다운로드됨”을 누른 다음 “설치”를 누르세요.',
  ios_3: '설정, 일반, 정보, 인증서 신뢰 설정: “Authly sandbox CA”를 켜세요.',
  android: 'Android 휴대폰',
  android_1: '여기에서 다운로드하세요.',
  android_2: '설정에서 “CA 인증서”를 검색하고 “무시하고 설치”를 누르세요.',
  android_3: '파일 “authly-sandbox-ca.crt”를 선택하세요.',
  compare: '컴퓨터의 터미널과 비교할 인증서의 SHA-256:',
};
