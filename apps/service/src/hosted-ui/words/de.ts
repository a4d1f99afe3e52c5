import type { Words } from './en.ts';

export const de: Words = {
  enroll_title: 'Fingerabdruck hinzufügen',
  verify_title: 'Bestätigen Sie, dass Sie es sind',
  desk_lead: 'Scannen Sie diesen Code mit der Kamera Ihres Telefons und folgen Sie dort den Schritten.',
  phone_lead: 'Öffnen Sie die App auf diesem Telefon und legen Sie den Finger auf, sobald sie darum bittet.',
  other_phone_lead: 'Scannen Sie diesen Code mit der Kamera des Telefons, das Sie verwenden möchten.',
  code_only_here:
    'Ein Telefon kann diesen Code nicht öffnen: Er nennt localhost. Fahren Sie auf diesem Gerät fort, oder starten Sie die Sandbox mit npm start -- --phone.',
  qr_alt:
    'QR-Code, der den Fingerabdruck-Schritt auf Ihrem Telefon öffnet. Wenn Sie ihn nicht scannen können, nutzen Sie den Link darunter.',
  qr_waiting: 'Wir warten auf Ihr Telefon',
  app_waiting: 'Wir warten auf die App',
  open_here: 'Auf diesem Gerät fortfahren',
  open_app: 'App öffnen',
  use_other_phone: 'Anderes Telefon verwenden',
  use_this_phone: 'Dieses Telefon verwenden',

  display_text_from: 'Nachricht von {merchant}',
  join_title: 'Sehen Sie diese Zahl auf Ihrem Telefon?',
  join_lead: 'Gerade hat sich ein Telefon verbunden. Machen Sie nur weiter, wenn es Ihres ist und dieselbe Zahl zeigt.',
  join_code: 'Zahl zum Vergleichen: {code}',
  join_yes: 'Ja, dieselbe Zahl',
  join_no: 'Fremdes Gerät verbunden? Abbrechen',
  app_title: 'Weiter geht es in der App',
  app_lead: 'Legen Sie den Finger auf, sobald die App darum bittet. Diese Seite läuft von selbst mit.',

  processing_title: 'Einen Moment bitte',
  processing_enroll: 'Ihr Fingerabdruck wird sicher gespeichert.',
  processing_verify: 'Ihr Fingerabdruck wird geprüft.',

  succeeded_enroll_title: 'Ihr Fingerabdruck ist hinzugefügt',
  succeeded_enroll_text: 'Ab jetzt können Sie ihn bei {merchant} verwenden.',
  succeeded_verify_title: 'Hier sind Sie fertig',
  succeeded_verify_text: 'Kehren Sie zu {merchant} zurück, dort geht es weiter.',
  failed_title: 'Das hat nicht geklappt',
  expired_title: 'Die Zeit ist abgelaufen',
  expired_text: 'Zu Ihrer Sicherheit gilt diese Seite nur wenige Minuten. Beginnen Sie bei {merchant} noch einmal.',
  canceled_title: 'Abgebrochen',
  canceled_text: 'Es wurde nichts gespeichert. Sie können bei {merchant} jederzeit neu beginnen.',
  invalid_title: 'Dieser Link funktioniert nicht mehr',
  invalid_text:
    'Vielleicht ist er abgelaufen oder unvollständig. Gehen Sie dorthin zurück, wo Sie herkamen, und beginnen Sie noch einmal.',
  lost_title: 'Der Dienst ist nicht erreichbar',
  lost_text: 'Prüfen Sie Ihre Verbindung und kehren Sie dann zu {merchant} zurück, um das Ergebnis zu sehen.',
  back: 'Zurück zu {merchant}',
  close_hint: 'Sie können diese Seite jetzt schließen.',
  the_merchant: 'dem Anbieter',

  reconnecting: 'Verbindung wird erneuert…',
  time_left: 'Noch',
  minute_left: 'Weniger als eine Minute übrig.',
  cancel: 'Abbrechen',
  cancel_question: 'Möchten Sie abbrechen?',
  cancel_text: 'Es wird nichts gespeichert. Sie können bei {merchant} neu beginnen.',
  cancel_yes: 'Ja, abbrechen',
  cancel_no: 'Weitermachen',
  action_failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  privacy:
    'Das Foto bleibt auf Ihrem Telefon. Gesendet werden nur Merkmale und eine grobe Zeichnung der Linien, verschlüsselt.',

  failure_session_expired: 'Die Zeit ist abgelaufen. Beginnen Sie bei {merchant} noch einmal.',
  failure_provider_timeout: 'Die Prüfung hat zu lange gedauert. Beginnen Sie bei {merchant} noch einmal.',
  failure_provider_error:
    'Ihr Fingerabdruck konnte diesmal nicht geprüft werden. Beginnen Sie bei {merchant} noch einmal.',
  failure_capture_failed:
    'Ihr Fingerabdruck konnte nicht aufgenommen werden. Ein sauberer, trockener Finger und gutes Licht helfen. Beginnen Sie bei {merchant} noch einmal.',
  failure_user_declined:
    'Sie haben in der App abgelehnt, es wurde nichts gespeichert. Sie können bei {merchant} neu beginnen.',
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
