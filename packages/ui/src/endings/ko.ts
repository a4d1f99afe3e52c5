import type { EndingWords } from './en.ts';

export const ko: EndingWords = {
  succeeded_enroll_title: '지문이 등록됐어요',
  succeeded_enroll_text: '이제 {merchant}에서 지문을 사용할 수 있어요.',
  succeeded_verify_title: '여기서 할 일은 끝났어요',
  succeeded_verify_text: '다음 단계는 {merchant} 화면에서 확인해 주세요.',
  declined_title: '거절하셨어요',
  stopped_title: '그만뒀어요',
  failed_title: '완료하지 못했어요',
  expired_title: '시간이 지났어요',
  expired_text: '안전을 위해 몇 분 동안만 쓸 수 있어요. {merchant}에서 다시 시작해 주세요.',
  canceled_title: '취소됐어요',
  canceled_text: '저장된 것은 없어요. 언제든지 {merchant}에서 다시 시작할 수 있어요.',
  back: '{merchant} 화면으로 돌아가기',
  close_hint: '이제 이 화면을 닫으셔도 돼요.',

  failure_session_expired: '시간이 지났어요. {merchant}에서 다시 시작해 주세요.',
  failure_provider_timeout: '확인하는 데 너무 오래 걸렸어요. {merchant}에서 다시 시작해 주세요.',
  failure_provider_error: '이번에는 지문을 확인하지 못했어요. {merchant}에서 다시 시작해 주세요.',
  failure_capture_failed:
    '지문을 읽지 못했어요. 손가락을 깨끗이 닦고 밝은 곳으로 옮긴 뒤, {merchant}에서 다시 시작해 주세요.',
  failure_user_declined: '아무것도 보내거나 저장하지 않았어요. 언제든지 {merchant}에서 다시 시작할 수 있어요.',
  failure_device_not_supported:
    '이 기기로는 지문을 읽을 수 없어요. {merchant}에서 다시 시작해 다른 휴대폰을 사용해 주세요.',
  failure_finger_mismatch: '요청한 손가락과 다른 손가락이었어요. {merchant}에서 다시 시작해 맞는 손가락을 대 주세요.',
  failure_template_invalid: '지문 정보를 읽을 수 없었어요. {merchant}에서 다시 시작해 손가락을 새로 대 주세요.',
  failure_quality_too_low:
    '지문이 선명하지 않았어요. 손가락을 닦고 밝은 곳으로 옮긴 뒤, {merchant}에서 다시 시작해 주세요.',
  failure_enrollment_not_found: '이 손가락으로 등록된 지문이 아직 없어요. 먼저 {merchant}에서 지문을 등록해 주세요.',
  failure_merchant_bio_timeout: '{merchant}에서 제때 응답하지 않았어요. 몇 분 뒤에 다시 시도해 주세요.',
  failure_merchant_bio_unavailable: '지금은 {merchant}에 연결할 수 없어요. 몇 분 뒤에 다시 시도해 주세요.',
  failure_merchant_bio_rejected: '{merchant}에서 요청을 받지 못했어요. {merchant}에 문의해 주세요.',
  failure_merchant_bio_invalid_response: '{merchant}에 문제가 생겼어요. {merchant}에 문의해 주세요.',
  failure_too_many_attempts: '이 손가락으로 너무 여러 번 시도했어요. 한 시간 뒤에 {merchant}에서 다시 시작해 주세요.',
  failure_processing_interrupted: '처리 중에 중단됐어요. {merchant}에서 다시 시작해 주세요.',
  failure_internal_error: '저희 쪽에 문제가 생겼어요. {merchant}에서 다시 시작해 주세요.',
  failure_other: '완료하지 못했어요. {merchant}에서 다시 시작해 주세요.',
};
