import type { Words } from '../languages.ts';

export const shared: Words<'shared'> = {
  succeeded_enroll_title: 'Fingerabdruck hinzugefügt',
  succeeded_enroll_text: 'Sie können ihn jetzt bei {merchant} verwenden.',
  succeeded_verify_title: 'Das war’s hier',
  succeeded_verify_text: 'Weiter geht es bei {merchant}.',
  declined_title: 'Sie haben abgelehnt',
  failed_title: 'Das hat nicht geklappt',
  expired_title: 'Die Zeit ist abgelaufen',
  expired_text:
    'Zu Ihrer Sicherheit ist eine Sitzung nur wenige Minuten gültig. Beginnen Sie bei {merchant} noch einmal.',
  canceled_title: 'Abgebrochen',
  back: 'Zurück zu {merchant}',
  close_hint: 'Sie können diese Seite jetzt schließen.',

  failure_try_again: 'Der Vorgang konnte nicht abgeschlossen werden. Beginnen Sie bei {merchant} noch einmal.',
  failure_clean_finger:
    'Ihr Fingerabdruck konnte nicht gelesen werden. Achten Sie auf einen sauberen, trockenen Finger und gutes Licht und beginnen Sie bei {merchant} noch einmal.',
  failure_other_finger:
    'Dieser Finger kann hier nicht verwendet werden. Beginnen Sie bei {merchant} noch einmal mit einem anderen Finger, den Sie hinzugefügt haben, oder fügen Sie diesen dort neu hinzu.',
  failure_other_device:
    'Dieses Gerät ist dafür nicht geeignet. Beginnen Sie bei {merchant} noch einmal mit dem Gerät, mit dem Sie den Finger hinzugefügt haben, oder einem anderen, oder fügen Sie den Finger neu hinzu.',
  failure_ask_merchant: 'Bei {merchant} ist etwas schiefgegangen. Bitte fragen Sie dort nach.',
  failure_wait:
    'Das ist gerade nicht möglich. Beginnen Sie bei {merchant} in ein paar Minuten noch einmal, nach zu vielen Versuchen in einer Stunde.',
  failure_declined: 'Es wurde nichts gesendet oder gespeichert. Sie können bei {merchant} jederzeit neu beginnen.',

  display_text_from: 'Nachricht von {merchant}',
  time_left: 'Restzeit',
  minute_left: 'Noch weniger als eine Minute.',
  next: 'Weiter',
  processing_title: 'Einen Moment bitte',
  processing_enroll: 'Ihr Fingerabdruck wird sicher gespeichert.',
  processing_verify: 'Ihr Fingerabdruck wird geprüft.',
  invalid_link_title: 'Dieser Link funktioniert nicht mehr',
  unreachable_title: 'Der Dienst ist nicht erreichbar',
  reconnecting: 'Verbindung wird wiederhergestellt…',
  action_failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
  language: 'Sprache',
  retention: 'So lange bewahrt {merchant} Ihren Fingerabdruck auf:',
  privacy_link: 'Wie {merchant} Ihren Fingerabdruck verwendet',
  enroll_title: 'Fingerabdruck hinzufügen',
  verify_title: 'Bestätigen Sie, dass Sie es sind',
  consent_enroll_lead: '{merchant} möchte einen Ihrer Finger hinzufügen, damit Sie später damit bestätigen können.',
  consent_stays: 'Ihr Foto bleibt auf diesem Gerät.',
  consent_sent: 'Gesendet wird nur eine verschlüsselte Karte der Linien Ihres Fingerabdrucks.',
  consent_stored: '{merchant} speichert sie, Authly nicht. Sie können {merchant} bitten, sie zu löschen.',
  consent_once: 'Sie wird einmal verglichen und nicht gespeichert.',
  consent_yes: 'Zustimmen und weiter',
  stop_title: 'Hier abbrechen?',
  stop_text: 'Es wird nichts gesendet. Sie können bei {merchant} neu beginnen, auch mit einem anderen Gerät.',
  stop_yes: 'Ja, abbrechen',
  stop_no: 'Weitermachen',
  switch_text: 'In diesem Tab wurde ein anderer Link geöffnet. Wenn Sie hier abbrechen, geht es dort weiter.',
};

export const hosted: Words<'hosted'> = {
  phone_lead: 'Im nächsten Schritt liest die Kamera dieses Telefons Ihre Fingerkuppe.',
  use_other_phone: 'Anderes Telefon verwenden',
  cancel: 'Abbrechen',
  desk_lead: 'Scannen Sie diesen Code mit der Kamera Ihres Telefons und folgen Sie dort den Schritten.',
  use_phone: 'Stattdessen ein Telefon verwenden',
  copy: 'Kopieren',
  copied: 'Kopiert',
  qr_alt:
    'QR-Code, der den Fingerabdruck-Schritt auf Ihrem Telefon öffnet. Wenn Sie ihn nicht scannen können, nutzen Sie den Link darunter.',
  qr_waiting: 'Warten auf Ihr Telefon',
  open_here: 'Auf diesem Gerät weitermachen',
  local_lead: 'Authly läuft auf diesem Computer. Sie können gleich hier weitermachen.',
  local_code:
    'Ein Telefon kann localhost nicht öffnen. Starten Sie die Sandbox mit diesem Befehl und scannen Sie dann den Code:',

  join_title: 'Geben Sie {code} auf Ihrem Telefon ein',
  join_lead:
    'Gerade hat sich ein Telefon verbunden. Geben Sie diese Zahl nur auf Ihrem eigenen Telefon ein und nennen Sie sie niemandem.',
  join_no: 'Nicht Ihr Telefon? Abbrechen',
  app_title: 'Weiter geht es in der App',
  app_lead: 'Legen Sie den Finger auf, sobald die App darum bittet. Diese Seite aktualisiert sich automatisch.',

  invalid_link_text:
    'Vielleicht ist er abgelaufen oder unvollständig. Gehen Sie zur vorherigen Seite zurück und beginnen Sie noch einmal.',
  lost_text: 'Prüfen Sie Ihre Verbindung und kehren Sie dann zu {merchant} zurück, um das Ergebnis zu sehen.',
  closes_soon: 'Dieses Fenster schließt sich automatisch.',
  the_merchant: 'dem Anbieter',
};

export const app: Words<'app'> = {
  idle_title: 'Es kann losgehen',
  idle_text:
    'Scannen Sie den Code auf Ihrem anderen Bildschirm mit der Kamera dieses Geräts oder öffnen Sie dort den Link. Diese Seite macht dann automatisch weiter.',
  scan_start: 'Code scannen',
  scan_another: 'Anderen Code scannen',
  scan_view: 'Kamerabild zum Scannen',
  scan_hint: 'Richten Sie den Code im Rahmen aus.',
  scan_other: 'Das ist ein anderer Code. Scannen Sie den Code auf der Seite, auf der Sie begonnen haben.',
  scan_problem:
    'Die Kamera ist hier nicht verfügbar. Scannen Sie den Code mit einer anderen Kamera-App oder öffnen Sie dort den Link.',
  scan_stop: 'Scannen beenden',
  joining_title: 'Verbindung wird hergestellt',
  invalid_link_text:
    'Zu Ihrer Sicherheit laufen Links schnell ab. Scannen Sie den Code auf dem anderen Bildschirm noch einmal oder tippen Sie dort wieder auf den Link.',
  taken_title: 'Ein anderes Gerät ist schon verbunden',
  taken_text: 'Wenn es nicht Ihres ist, brechen Sie auf dem anderen Bildschirm ab und beginnen Sie noch einmal.',
  unreachable_text: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  retry: 'Noch einmal versuchen',
  unsupported_title: 'Dieser Browser wird nicht unterstützt',
  unsupported_text:
    'Er ist zu alt, um einen Fingerabdruck sicher zu lesen. Aktualisieren Sie ihn oder verwenden Sie ein anderes Gerät.',
  switched_off_text:
    'WebAssembly ist in diesem Browser ausgeschaltet, zum Beispiel durch den Blockierungsmodus auf dem iPhone. Ohne WebAssembly lässt sich kein Fingerabdruck lesen. Schalten Sie den Blockierungsmodus für diese Website aus oder verwenden Sie ein anderes Gerät.',
  other_type_title: 'Das kann diese App noch nicht',
  other_type_text:
    'Sie liest nur Fingerabdrücke, angefordert wurde aber etwas anderes. Gehen Sie zurück zu der Seite, auf der Sie begonnen haben.',

  number_title: 'Welche Zahl zeigt Ihr anderer Bildschirm?',
  number_lead: 'Geben Sie die zwei Ziffern der Seite ein, auf der Sie begonnen haben.',
  number_wrong:
    'Das ist nicht die Zahl auf der Seite, auf der Sie begonnen haben. Prüfen Sie sie und versuchen Sie es noch einmal. Zu Ihrer Sicherheit beendet eine zweite falsche Zahl diese Sitzung.',
  number_no: 'Ich sehe keine Zahl',

  consent_verify_lead: '{merchant} bittet um Bestätigung mit diesem Finger:',
  consent_no: 'Ablehnen',

  finger_title: 'Welcher Finger?',
  finger_lead: 'Wählen Sie einen Finger, den Sie ruhig halten können. Sie brauchen ihn später wieder.',
  finger_LI: 'Linker Zeigefinger',
  finger_LM: 'Linker Mittelfinger',
  finger_RI: 'Rechter Zeigefinger',
  finger_RM: 'Rechter Mittelfinger',

  capture_title: 'Finger aufnehmen',
  capture_number: 'Aufnahme {n} von {total}',
  capture_more: 'Noch einmal derselbe Finger, etwas anders aufgelegt.',
  capture_change: 'Anderen Finger wählen',
  capture_again: 'Noch einmal aufnehmen',
  capture_stop: 'Das geht bei mir nicht',
  source: 'Aufnahmeart',
  source_camera: 'Kamera',
  source_reader: 'Lesegerät',
  source_same_enroll: 'Später bestätigen Sie auf demselben Weg: Kamera oder Lesegerät.',
  source_same_verify: 'Nehmen Sie Kamera oder Lesegerät, wie beim Hinzufügen dieses Fingers.',
  source_synthetic: 'Muster',
  synthetic_lead: 'Künstliche Finger, nur in der Sandbox.',
  synthetic_more: 'Falschen Finger ausprobieren',
  synthetic_person: 'Person {name}',
  synthetic_smudged: 'Verwischte Aufnahme',
  synthetic_all: 'Aufnehmen und senden',
  synthetic_capture: 'Eine Aufnahme machen',

  camera_lead: 'Halten Sie die Fingerkuppe nah vor die Kamera, bis ihre Linien scharf sind.',
  camera_open: 'Kamera öffnen',
  camera_starting: 'Kamera startet…',
  camera_far: 'Zu weit weg',
  camera_right: 'Nah und scharf',
  camera_take: 'Bild aufnehmen',
  camera_taking: 'Stillhalten. Das Bild wird aufgenommen, sobald es scharf ist…',
  camera_overdue: 'Noch nicht scharf.',
  camera_app: 'Kamera-App verwenden',
  camera_app_unreadable: 'Dieses Foto ließ sich nicht lesen. Nehmen Sie ein neues auf.',
  camera_sharp: 'Scharf. Bitte stillhalten…',
  camera_torch: 'Licht',
  camera_denied:
    'Diese Seite darf die Kamera nicht verwenden. Erlauben Sie es in den Einstellungen des Browsers und versuchen Sie es erneut.',
  camera_missing: 'Keine Kamera gefunden. Nutzen Sie einen anderen Weg, einen anderen Browser oder ein anderes Gerät.',
  camera_failed:
    'Die Kamera ist ausgefallen oder ließ sich nicht starten. Schließen Sie andere Apps, die sie verwenden, und versuchen Sie es erneut.',
  camera_view: 'Kamerabild mit einem Rahmen für Ihre Fingerkuppe',

  fault_nothing_there: 'Kein Finger zu sehen. Halten Sie die Fingerkuppe in den Rahmen.',
  fault_too_far: 'Gehen Sie näher heran, bis die Fingerkuppe den Rahmen ausfüllt.',
  fault_several_fingers: 'Mehrere Finger im Bild. Zeigen Sie nur einen Finger.',
  fault_too_dark: 'Zu dunkel. Suchen Sie mehr Licht oder schalten Sie das Licht ein.',
  fault_too_bright: 'Die Haut spiegelt zu stark. Neigen Sie den Finger ein wenig oder suchen Sie weicheres Licht.',
  fault_blurred: 'Unscharf. Halten Sie still oder gehen Sie langsam näher heran oder weiter weg.',
  fault_no_finger: 'Das sieht nicht nach einem Finger aus. Legen Sie die bloße Fingerkuppe flach auf das Lesegerät.',
  fault_too_dry:
    'Ihre Haut ist sehr trocken. Hauchen Sie den Finger an oder berühren Sie damit kurz Ihre Stirn und drücken Sie etwas fester.',
  fault_too_wet: 'Ihre Haut ist feucht. Trocknen Sie den Finger, wischen Sie das Glas ab und drücken Sie weniger fest.',
  fault_too_small:
    'Es ist nur ein kleiner Teil des Fingers zu sehen. Legen Sie ihn flach auf, von der Kuppe bis zum ersten Gelenk.',
  fault_at_edge: 'Der Finger liegt am Rand. Legen Sie ihn in die Mitte.',

  reader_looking: 'Ein Lesegerät wird gesucht…',
  reader_network:
    'Ihr Browser fragt vielleicht, ob sich diese Seite mit Programmen auf diesem Gerät verbinden darf. Erlauben Sie es, damit die Seite das Lesegerät erreicht.',
  reader_absent: 'Auf diesem Computer wurde kein Lesegerät gefunden.',
  reader_absent_help:
    'Für das Personal: Starten Sie auf diesem Computer das Programm des Lesegeräts, authly-reader. Wenn es schon läuft, öffnen Sie einmal seine Adresse, übergehen Sie die Zertifikatswarnung und kommen Sie zurück.',
  reader_open: 'Adresse des Lesegeräts öffnen',
  reader_look_again: 'Noch einmal suchen',
  reader_pair_lead: 'Koppeln Sie diese Seite zuerst mit dem Lesegerät.',
  reader_pair: 'Kopplungscode anzeigen',
  reader_pair_code: 'Kopplungscode: {code}',
  reader_pair_type: 'Für das Personal: Geben Sie diesen Code dort ein, wo das Programm des Lesegeräts läuft.',
  reader_pair_ended: 'Der Code ist abgelaufen oder es wurde ein falscher eingegeben. Fordern Sie einen neuen an.',
  reader_lead: 'Verwenden Sie ein Fingerabdruck-Lesegerät, das an diesen Computer angeschlossen ist.',
  reader_start: 'Lesegerät verwenden',
  reader_place: 'Legen Sie jetzt Ihren Finger auf das Lesegerät.',
  reader_stop: 'Nicht länger warten',
  reader_fault_capture_again:
    'Die Aufnahme konnte nicht gelesen werden. Heben Sie den Finger ab und legen Sie ihn noch einmal auf.',
  reader_fault_no_finger: 'Es wurde nicht rechtzeitig ein Finger aufgelegt. Versuchen Sie es noch einmal.',
  reader_fault_no_reader:
    'Das Programm läuft, hat aber kein unterstütztes Lesegerät gefunden. Schließen Sie eines an und versuchen Sie es noch einmal.',
  reader_fault_no_images: 'Dieses Lesegerät liefert keine Bilder. Verwenden Sie ein anderes.',
  reader_fault_busy: 'Ein anderes Programm verwendet das Lesegerät. Schließen Sie es und versuchen Sie es noch einmal.',
  reader_fault_failed:
    'Am Lesegerät ist ein Fehler aufgetreten. Ziehen Sie es ab, schließen Sie es wieder an und versuchen Sie es noch einmal.',

  reading_title: 'Ihr Fingerabdruck wird gelesen',
  review_good_title: 'Gute Aufnahme',
  review_good_text: 'Diese Linien und Punkte wurden gefunden.',
  review_poor_title: 'Nicht deutlich genug',
  review_poor_text:
    'Es sind zu wenige Linien zu erkennen. Wischen Sie den Finger ab, sorgen Sie für mehr Licht und halten Sie still.',
  review_absent_title: 'Kein Finger gefunden',
  review_absent_text: 'Füllen Sie das Bild mit der Fingerkuppe, bei gutem Licht und scharf.',
  review_other_title: 'Ist das derselbe Finger?',
  review_other_text:
    'Diese Aufnahme sieht anders aus als die vorige. Verwenden Sie denselben Finger, etwas anders aufgelegt.',
  review_same_title: 'Dasselbe Bild noch einmal',
  review_same_text:
    'Jede Aufnahme muss neu sein. Heben Sie den Finger ab, legen Sie ihn etwas anders auf und nehmen Sie ihn noch einmal auf.',
  review_failed_title: 'Ihr Finger konnte nicht gelesen werden',
  review_failed_text:
    'Ein Teil dieser Seite ist ausgefallen oder wurde nicht geladen. Bisherige Aufnahmen sind verloren. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  review_image: 'Ihre Fingerkuppe mit den {count} gefundenen Punkten',
  review_clarity: 'Deutlichkeit',
  review_use: 'Aufnahme verwenden',
  review_send: 'Senden',
  review_goes_on: 'Weiter geht es automatisch in wenigen Sekunden.',
  review_hold: 'Noch nicht',
  review_over: 'Bei Aufnahme 1 neu beginnen',

  bind_device: 'Nur mit diesem Gerät nutzen',
  device_title: 'Mit Ihrem Gerät bestätigen',
  device_text: 'Ihr Finger gilt dann nur mit diesem Gerät; ein kopierter Fingerabdruck ist nutzlos.',
  device_asks: 'Ihr Gerät fragt nach Gesicht, Finger oder PIN.',
  device_problem: 'Ihr Gerät hat nicht bestätigt. Versuchen Sie es noch einmal oder nehmen Sie ein anderes.',
  device_skip: 'Ohne Gerät weiter',
  device_missing:
    '{merchant} verlangt ein Gerät mit Displaysperre. Richten Sie eine ein oder nehmen Sie ein anderes Gerät.',
  stopping: 'Wir geben {merchant} Bescheid.',
};
