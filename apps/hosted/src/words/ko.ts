import { ko as endings } from '@authly/ui/endings/ko.ts';
import type { Words } from './en.ts';

export const ko: Words = {
  ...endings,
  enroll_title: '지문을 등록해 주세요',
  verify_title: '본인인지 확인할게요',
  phone_lead: '이 휴대폰에서 앱을 열고, 안내가 나오면 손가락을 대 주세요.',
  app_waiting: '앱을 기다리고 있어요',
  open_app: '앱 열기',
  use_other_phone: '다른 휴대폰 사용하기',
  display_text_from: '{merchant}의 메시지',
  time_left: '남은 시간',
  cancel: '취소',
  privacy: '사진은 휴대폰에만 있어요. 암호화된 특징 정보와 지문 선을 대략 그린 그림만 보내요.',
  desk_lead: '휴대폰 카메라로 이 코드를 스캔하고, 휴대폰에 나오는 안내를 따라 주세요.',
  other_phone_lead: '사용하려는 휴대폰의 카메라로 이 코드를 스캔해 주세요.',
  code_only_here:
    '이 코드는 localhost를 가리켜 휴대폰에서 열 수 없습니다. 이 기기에서 계속하거나 npm start -- --phone 명령으로 샌드박스를 시작하세요.',
  qr_alt: '휴대폰에서 지문 단계를 여는 QR 코드입니다. 스캔할 수 없다면 아래 링크를 이용해 주세요.',
  qr_waiting: '휴대폰을 기다리고 있어요',
  open_here: '이 기기에서 계속하기',
  use_this_phone: '이 휴대폰 사용하기',

  join_title: '휴대폰에도 이 숫자가 보이나요?',
  join_lead: '방금 휴대폰 한 대가 연결됐어요. 내 휴대폰이고 숫자가 같을 때만 계속해 주세요.',
  join_code: '비교할 숫자: {code}',
  join_yes: '네, 같아요',
  join_no: '다른 기기가 연결됐나요? 취소',
  app_title: '앱에서 계속해 주세요',
  app_lead: '앱에서 안내가 나오면 손가락을 대 주세요. 이 화면은 저절로 바뀌어요.',

  processing_title: '잠시만 기다려 주세요',
  processing_enroll: '지문을 안전하게 저장하고 있어요.',
  processing_verify: '지문을 확인하고 있어요.',

  invalid_title: '더 이상 쓸 수 없는 링크예요',
  invalid_text: '기한이 지났거나 주소 일부가 빠졌을 수 있어요. 원래 화면으로 돌아가 다시 시작해 주세요.',
  lost_title: '서비스에 연결할 수 없어요',
  lost_text: '인터넷 연결을 확인한 뒤, {merchant} 화면에서 결과를 확인해 주세요.',
  closes_by_itself: '이 창은 저절로 닫혀요.',

  the_merchant: '이용하시던 곳',
  minute_left: '1분도 남지 않았어요.',
  reconnecting: '다시 연결하는 중…',
  cancel_question: '취소할까요?',
  cancel_text: '아무것도 저장되지 않아요. {merchant}에서 다시 시작할 수 있어요.',
  cancel_yes: '네, 취소할게요',
  cancel_no: '계속하기',
  action_failed: '처리하지 못했어요. 다시 시도해 주세요.',
};
