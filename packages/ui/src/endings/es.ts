import type { EndingWords } from './en.ts';

export const es: EndingWords = {
  succeeded_enroll_title: 'Tu huella está lista',
  succeeded_enroll_text: 'A partir de ahora puedes usarla con {merchant}.',
  succeeded_verify_title: 'Aquí ya has terminado',
  succeeded_verify_text: 'Vuelve a {merchant} para ver cómo sigue.',
  declined_title: 'Lo has rechazado',
  stopped_title: 'Detenido',
  failed_title: 'No ha funcionado',
  expired_title: 'Se acabó el tiempo',
  expired_text: 'Por tu seguridad, esto solo funciona durante unos minutos. Empieza de nuevo desde {merchant}.',
  canceled_title: 'Cancelado',
  canceled_text: 'No se ha guardado nada. Puedes empezar de nuevo desde {merchant} cuando quieras.',
  back: 'Volver a {merchant}',
  close_hint: 'Ya puedes cerrar esta página.',

  failure_session_expired: 'Se acabó el tiempo. Empieza de nuevo desde {merchant}.',
  failure_provider_timeout: 'La comprobación ha tardado demasiado. Empieza de nuevo desde {merchant}.',
  failure_provider_error: 'Esta vez no hemos podido comprobar tu huella. Empieza de nuevo desde {merchant}.',
  failure_capture_failed:
    'No se ha podido captar tu huella. Ayuda tener el dedo limpio y seco y buena luz. Empieza de nuevo desde {merchant}.',
  failure_user_declined: 'No se ha enviado ni guardado nada. Puedes empezar de nuevo desde {merchant} cuando quieras.',
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
