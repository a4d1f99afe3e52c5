import type { EndingWords } from './en.ts';

export const de: EndingWords = {
  succeeded_enroll_title: 'Ihr Fingerabdruck ist hinzugefügt',
  succeeded_enroll_text: 'Ab jetzt können Sie ihn bei {merchant} verwenden.',
  succeeded_verify_title: 'Hier sind Sie fertig',
  succeeded_verify_text: 'Wie es weitergeht, sehen Sie bei {merchant}.',
  declined_title: 'Sie haben abgelehnt',
  stopped_title: 'Aufgehört',
  failed_title: 'Das hat nicht geklappt',
  expired_title: 'Die Zeit ist abgelaufen',
  expired_text: 'Zu Ihrer Sicherheit geht das nur wenige Minuten lang. Beginnen Sie bei {merchant} noch einmal.',
  canceled_title: 'Abgebrochen',
  canceled_text: 'Es wurde nichts gespeichert. Sie können bei {merchant} jederzeit neu beginnen.',
  back: 'Zurück zu {merchant}',
  close_hint: 'Sie können diese Seite jetzt schließen.',

  failure_session_expired: 'Die Zeit ist abgelaufen. Beginnen Sie bei {merchant} noch einmal.',
  failure_provider_timeout: 'Die Prüfung hat zu lange gedauert. Beginnen Sie bei {merchant} noch einmal.',
  failure_provider_error:
    'Ihr Fingerabdruck konnte diesmal nicht geprüft werden. Beginnen Sie bei {merchant} noch einmal.',
  failure_capture_failed:
    'Ihr Fingerabdruck konnte nicht aufgenommen werden. Ein sauberer, trockener Finger und gutes Licht helfen. Beginnen Sie bei {merchant} noch einmal.',
  failure_user_declined: 'Es wurde nichts gesendet oder gespeichert. Sie können bei {merchant} jederzeit neu beginnen.',
  failure_device_not_supported:
    'Dieses Gerät kann keinen Fingerabdruck aufnehmen. Beginnen Sie bei {merchant} noch einmal, mit einem anderen Telefon.',
  failure_finger_mismatch:
    'Das war ein anderer Finger als der gewünschte. Beginnen Sie bei {merchant} noch einmal, mit dem richtigen.',
  failure_template_invalid:
    'Die Aufnahme ließ sich nicht lesen. Beginnen Sie bei {merchant} noch einmal und legen Sie den Finger neu auf.',
  failure_quality_too_low:
    'Der Fingerabdruck war nicht deutlich genug. Reinigen Sie den Finger, sorgen Sie für gutes Licht und beginnen Sie bei {merchant} noch einmal.',
  failure_enrollment_not_found:
    'Für diesen Finger ist noch kein Fingerabdruck hinterlegt. Fügen Sie ihn zuerst bei {merchant} hinzu.',
  failure_merchant_bio_timeout:
    'Von {merchant} kam nicht rechtzeitig eine Antwort. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
  failure_merchant_bio_unavailable:
    'Zu {merchant} besteht gerade keine Verbindung. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
  failure_merchant_bio_rejected: 'Das konnte von {merchant} nicht angenommen werden. Bitte fragen Sie dort nach.',
  failure_merchant_bio_invalid_response: 'Bei {merchant} ist etwas schiefgegangen. Bitte fragen Sie dort nach.',
  failure_too_many_attempts:
    'Es waren zu viele Versuche mit diesem Finger. Warten Sie eine Stunde und beginnen Sie dann bei {merchant} noch einmal.',
  failure_processing_interrupted:
    'Es wurde unterbrochen, bevor wir fertig waren. Beginnen Sie bei {merchant} noch einmal.',
  failure_internal_error: 'Bei uns ist etwas schiefgegangen. Beginnen Sie bei {merchant} noch einmal.',
  failure_other: 'Es konnte nicht abgeschlossen werden. Beginnen Sie bei {merchant} noch einmal.',
};
