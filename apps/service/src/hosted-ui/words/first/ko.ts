import type { FirstWords } from './en.ts';

export const ko: FirstWords = {
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
};
