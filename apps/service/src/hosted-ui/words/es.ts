import type { Words } from './en.ts';

export const es: Words = {
  enroll_title: 'Añade tu huella',
  verify_title: 'Confirma que eres tú',
  desk_lead: 'Escanea este código con la cámara de tu móvil y sigue allí los pasos.',
  phone_lead: 'Abre la aplicación en este móvil y coloca el dedo cuando te lo pida.',
  other_phone_lead: 'Escanea este código con la cámara del móvil que quieras usar.',
  code_only_here:
    'Un móvil no puede abrir este código: nombra localhost. Continúa en este dispositivo o inicia el sandbox con npm start -- --phone.',
  qr_alt: 'Código QR que abre el paso de la huella en tu móvil. Si no puedes escanearlo, usa el enlace de abajo.',
  qr_waiting: 'Esperando a tu móvil',
  app_waiting: 'Esperando a la aplicación',
  open_here: 'Continuar en este dispositivo',
  open_app: 'Abrir la aplicación',
  use_other_phone: 'Usar otro móvil',
  use_this_phone: 'Usar este móvil',

  display_text_from: 'Mensaje de {merchant}',
  join_title: '¿Ves este número en tu móvil?',
  join_lead: 'Se acaba de conectar un móvil. Continúa solo si es el tuyo y muestra el mismo número.',
  join_code: 'Número que debes comparar: {code}',
  join_yes: 'Sí, es el mismo',
  join_no: '¿Se ha conectado otro? Cancelar',
  app_title: 'Continúa en la aplicación',
  app_lead: 'Coloca el dedo cuando la aplicación te lo pida. Esta página avanza sola.',

  processing_title: 'Un momento',
  processing_enroll: 'Estamos guardando tu huella de forma segura.',
  processing_verify: 'Estamos comprobando tu huella.',

  succeeded_enroll_title: 'Tu huella está lista',
  succeeded_enroll_text: 'A partir de ahora puedes usarla con {merchant}.',
  succeeded_verify_title: 'Aquí ya has terminado',
  succeeded_verify_text: 'Vuelve a {merchant} para ver cómo sigue.',
  failed_title: 'No ha funcionado',
  expired_title: 'Se acabó el tiempo',
  expired_text: 'Por tu seguridad, esta página solo sirve durante unos minutos. Empieza de nuevo desde {merchant}.',
  canceled_title: 'Cancelado',
  canceled_text: 'No se ha guardado nada. Puedes empezar de nuevo desde {merchant} cuando quieras.',
  invalid_title: 'Este enlace ya no funciona',
  invalid_text: 'Puede que haya caducado o que le falte una parte. Vuelve al lugar de donde venías y empieza de nuevo.',
  lost_title: 'No podemos conectar con el servicio',
  lost_text: 'Revisa tu conexión y vuelve a {merchant} para ver cómo ha terminado.',
  back: 'Volver a {merchant}',
  close_hint: 'Ya puedes cerrar esta página.',
  the_merchant: 'la tienda',

  reconnecting: 'Reconectando…',
  time_left: 'Quedan',
  minute_left: 'Queda menos de un minuto.',
  cancel: 'Cancelar',
  cancel_question: '¿Quieres cancelar?',
  cancel_text: 'No se guardará nada. Puedes empezar de nuevo desde {merchant}.',
  cancel_yes: 'Sí, cancelar',
  cancel_no: 'Seguir',
  action_failed: 'No ha funcionado. Inténtalo de nuevo.',
  privacy: 'La foto se queda en tu móvil. Solo se envían medidas y un dibujo aproximado de las líneas, todo cifrado.',

  failure_session_expired: 'Se acabó el tiempo. Empieza de nuevo desde {merchant}.',
  failure_provider_timeout: 'La comprobación ha tardado demasiado. Empieza de nuevo desde {merchant}.',
  failure_provider_error: 'Esta vez no hemos podido comprobar tu huella. Empieza de nuevo desde {merchant}.',
  failure_capture_failed:
    'No se ha podido captar tu huella. Ayuda tener el dedo limpio y seco y buena luz. Empieza de nuevo desde {merchant}.',
  failure_user_declined:
    'Lo has rechazado en la aplicación y no se ha guardado nada. Puedes empezar de nuevo desde {merchant}.',
  failure_device_not_supported:
    'Ese dispositivo no puede captar huellas. Empieza de nuevo desde {merchant} y usa otro móvil.',
  failure_finger_mismatch: 'No era el dedo que se pedía. Empieza de nuevo desde {merchant} con el dedo correcto.',
  failure_template_invalid:
    'No se ha podido leer la captura. Empieza de nuevo desde {merchant} y vuelve a colocar el dedo.',
  failure_quality_too_low:
    'La huella no se veía con claridad. Límpiate el dedo, busca buena luz y empieza de nuevo desde {merchant}.',
  failure_enrollment_not_found: 'Todavía no hay una huella tuya para este dedo. Vuelve a {merchant} y añádela primero.',
  failure_merchant_bio_timeout: '{merchant} no ha respondido a tiempo. Inténtalo de nuevo en unos minutos.',
  failure_merchant_bio_unavailable:
    'Ahora mismo no se puede conectar con {merchant}. Inténtalo de nuevo en unos minutos.',
  failure_merchant_bio_rejected: '{merchant} no ha podido aceptarlo. Pídeles ayuda, por favor.',
  failure_merchant_bio_invalid_response: 'Algo ha fallado en {merchant}. Pídeles ayuda, por favor.',
  failure_too_many_attempts:
    'Ha habido demasiados intentos con este dedo. Espera una hora y empieza de nuevo desde {merchant}.',
  failure_processing_interrupted: 'Se interrumpió antes de terminar. Empieza de nuevo desde {merchant}.',
  failure_internal_error: 'Algo ha fallado por nuestra parte. Empieza de nuevo desde {merchant}.',
  failure_other: 'No se ha podido completar. Empieza de nuevo desde {merchant}.',
};
