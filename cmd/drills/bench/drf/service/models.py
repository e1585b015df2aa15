"""Snippets as in the tutorial of Django REST framework; users and groups are Django's own."""
from django.db import models
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers import get_all_lexers, get_lexer_by_name
from pygments.styles import get_all_styles

LANGUAGES = sorted((lexer[1][0], lexer[0]) for lexer in get_all_lexers() if lexer[1])
STYLES = sorted((style, style) for style in get_all_styles())


class Snippet(models.Model):
    title = models.CharField(max_length=100, blank=True, default="")
    code = models.TextField()
    linenos = models.BooleanField(default=False)
    language = models.CharField(choices=LANGUAGES, default="python", max_length=100)
    style = models.CharField(choices=STYLES, default="friendly", max_length=100)
    owner = models.ForeignKey("auth.User", related_name="snippets", on_delete=models.PROTECT)
    highlighted = models.TextField()

    class Meta:
        ordering = ["id"]

    def save(self, *args, **kwargs):
        lexer = get_lexer_by_name(self.language)
        options = {"title": self.title} if self.title else {}
        linenos = "table" if self.linenos else False
        formatter = HtmlFormatter(style=self.style, linenos=linenos, full=True, **options)
        self.highlighted = highlight(self.code, lexer, formatter)
        super().save(*args, **kwargs)


@receiver(connection_created)
def prepare_sqlite(connection, **kwargs):
    """Gives SQLite the settings that the other servers have."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=NORMAL")
